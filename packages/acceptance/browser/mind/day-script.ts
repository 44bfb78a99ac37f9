import { coachCall } from '../../src/coach/calls.js';
import type { ScriptedCoach } from '../../src/coach/scripted-coach.js';
import { FORM, MADE_PHASES, planOf, type ScriptedPhase } from '../../src/coach/scripted-mind.js';

/** What the models say on the day that is told in `day.spec.ts`. */

export const ISSUES = [
  { number: 7, title: 'The total is always 0', body: 'Whatever is in a cart, its total is 0.', labels: ['bug'] },
  { number: 9, title: 'A cart cannot be emptied', body: 'There is no way to begin anew.', labels: ['feature'] },
] as const;

export const PHASES = MADE_PHASES;
export const NEXT_PHASE: ScriptedPhase = {
  title: 'Empty a cart',
  description: 'What is left of a cart that was emptied?',
  path: 'src/cart.py',
  lines: [1, 1],
  hint: 'Where are its things?',
};

export const KATA = {
  gap: 'Adding up in a loop',
  title: 'Sum of squares',
  description: 'Write squares(numbers): the sum of the squares of all numbers in a list.',
  start: 'def squares(numbers):\n    pass\n',
  feedback: 'It is right for every list, the empty one too.',
};
export const EXPLANATION = 'This method promises a number, and says 0 to everybody who asks.';
export const MEMORY = 'The learner looked for the total in the money file, and found the cart after one question.';
export const CONNECTION = 'Yesterday you found the cart after a look at the money: begin with the cart today.';
/** What the tutor says in the terminal. */
export const SAID = {
  planned: 'Here is our plan.',
  nudged: 'Which file does the test import from?',
  next: 'Then prove it.',
};
/** What the student says there. */
export const DONE = 'I have said what a total is';

const NOTHING_FOUND = {
  knowledge_gaps: [],
  kata_specs: [],
  session_summary: { phases_completed: 1, total_time_minutes: 5, hints_used: 1, independent_completions: 0 },
};

/** What the observer is told of. */
interface Seen {
  readonly current_phase: { readonly expected_files: readonly string[] } | null;
  readonly recent_actions: readonly { readonly type: string; readonly path?: string }[];
}

/** Before the day: whatever is wrapped up leaves a gap, and a kata against it. */
export function scriptBefore({ forms }: ScriptedCoach): void {
  forms.fill(FORM.gaps, {
    ...NOTHING_FOUND,
    knowledge_gaps: [
      { topic: KATA.gap, evidence: 'total returned 0', severity: 'medium', related_concepts: ['accumulators'] },
    ],
    kata_specs: [
      {
        ...{ title: KATA.title, description: KATA.description, scaffolding_code: KATA.start },
        ...{ test_cases: ['squares([]) is 0'], constraints: ['Use no loop.'], follow_up_constraint: null },
      },
    ],
  });
  forms.fill(FORM.skills, {
    assessments: [
      {
        ...{ skill_area: 'Python', previous_stage: null, stage: 'advanced_beginner', confidence: 0.6 },
        ...{ evidence: 'It was hard.', recommendation: 'Small steps.' },
      },
    ],
  });
  forms.fill(FORM.memories, { memories: [] });
}

export function scriptDay(model: ScriptedCoach): void {
  const { forms } = model;
  scriptTutor(model);
  scriptChoices(model);
  forms.fill(FORM.gaps, NOTHING_FOUND);
  forms.fill(FORM.skills, { assessments: [] });
  forms.fill(FORM.memories, { memories: [{ content: MEMORY, tags: ['cart'], importance: 'high' }] });
}

/** The tutor in the terminal is asked for a plan by the daemon, told of what the observer sees, and asked by the student. */
function scriptTutor(model: ScriptedCoach): void {
  for (const { number, title } of ISSUES) {
    const plan = {
      planText: `Say what is wanted of "${title}", and prove it.`,
      issueSummary: title,
      issueNumber: number,
    };
    const steps = [{ text: SAID.planned }, coachCall('paige_run_coaching_pipeline', plan)];
    model.hears(new RegExp(`I want to work on issue #${number} `), { steps });
  }
  model.hears(/Note from Practice to the coach/, { steps: [{ text: SAID.nudged }] });
  model.hears(new RegExp(DONE), {
    steps: [
      { text: SAID.next },
      coachCall('paige_update_phase', { phase: 1, status: 'complete' }),
      coachCall('paige_update_phase', { phase: 2, status: 'active' }),
    ],
  });
}

function scriptChoices({ forms }: ScriptedCoach): void {
  forms.fill(FORM.issues, { issues: ISSUES.map(assessed) });
  forms.fill(FORM.materials, { recommendations: [] });
  // Yesterday is in what was remembered, or there is nothing to build on.
  forms.fill(FORM.plan, ({ message }) =>
    message.includes(MEMORY) ? planOf([NEXT_PHASE], CONNECTION) : planOf(PHASES),
  );
  forms.fill(FORM.memoriesThatFit, ({ message }) => ({
    relevant_memories: (JSON.parse(message) as { candidate_memories: { content: string }[] }).candidate_memories.map(
      ({ content }) => ({ content, relevance: 'direct', connection: 'The same cart', use_in_coaching: 'Build on it' }),
    ),
    discarded: [],
  }));
  forms.fill(FORM.observer, ({ message }) => observed(JSON.parse(message) as Seen));
  forms.fill(FORM.explanation, {
    explanation: EXPLANATION,
    key_concepts: ['return value'],
    analogy: null,
    related_files: ['tests/test_cart.py'],
    phase_connection: null,
  });
  forms.fill(FORM.review, {
    ...{ correct: true, feedback: KATA.feedback, level: 3, passed: true, follow_up: null, dreyfus_signal: 'advancing' },
  });
}

function assessed({ number, title, body }: (typeof ISSUES)[number]): object {
  const isFirst = number === ISSUES[0].number;
  return {
    ...{
      number,
      title,
      summary: body,
      suitability: isFirst ? 'good_fit' : 'stretch',
      suitability_reason: 'It is small.',
    },
    ...{ estimated_difficulty: 'beginner', relevant_skills: ['Python'], priority_score: isFirst ? 0.9 : 0.4 },
    priority_factors: {
      user_tagged: false,
      similar_to_recent_work: false,
      addresses_knowledge_gap: false,
      team_urgency: 'low',
    },
    learning_opportunities: ['Adding up'],
  };
}

/** Whoever opens another file than the phase is about works in the wrong one. */
function observed({ current_phase: phase, recent_actions: [latest] }: Seen): object {
  const { type = '', path = '' } = latest ?? {};
  const expected = phase?.expected_files ?? [];
  const isWrong = ['file_open', 'tab_switch'].includes(type) && expected.length > 0 && !expected.includes(path);
  return {
    should_nudge: isWrong,
    confidence: 0.9,
    signal: isWrong ? 'wrong_file' : 'no_nudge',
    reasoning: 'By what was opened last.',
    suggested_context: {
      current_file: isWrong ? path : null,
      expected_file: isWrong ? (expected[0] ?? null) : null,
      time_in_file: null,
      phase_description: null,
    },
  };
}
