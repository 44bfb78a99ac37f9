import type { Forms } from '../model-api/forms.js';

/** The forms of the coach’s mind, each by the field that it is known by. */
export const FORM = {
  plan: 'phases',
  memoriesThatFit: 'relevant_memories',
  observer: 'should_nudge',
  gaps: 'knowledge_gaps',
  skills: 'assessments',
  memories: 'memories',
  issues: 'issues',
  materials: 'recommendations',
  explanation: 'explanation',
  review: 'correct',
} as const;

/** A phase as a model makes it, with what it points at. */
export interface ScriptedPhase {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  /** Counted from 1, both included. */
  readonly lines: readonly [start: number, end: number];
  /** What stands at these lines. */
  readonly hint: string;
}

export function planOf(phases: readonly ScriptedPhase[], memoryConnection: string | null = null): object {
  return {
    phases: phases.map(({ title, description, path, lines: [start, end], hint }, index) => ({
      number: index + 1,
      title,
      description,
      expected_files: [path],
      hint_level: 'line',
      hints: {
        file_hints: [{ path, style: 'important' }],
        line_hints: [{ path, start, end, style: 'focus', hover_text: hint }],
      },
      knowledge_gap_opportunities: [],
    })),
    memory_connection: memoryConnection,
    estimated_difficulty: 'beginner',
  };
}

/** What the pipeline makes of any plan. */
export const MADE_PHASES: readonly [ScriptedPhase, ScriptedPhase] = [
  {
    title: 'Say what a total is',
    description: 'What does a cart have to know of each thing in it?',
    path: 'src/cart.py',
    lines: [2, 3],
    hint: 'What is it for an empty cart?',
  },
  {
    title: 'Prove it',
    description: 'Which carts would show that it is wrong?',
    path: 'tests/test_cart.py',
    lines: [1, 1],
    hint: 'What is tested?',
  },
];

/** What there is to remember of any session. */
const MADE_MEMORY = { content: 'The learner reads tests before code.', tags: ['tests'], importance: 'medium' };

const NO_NUDGE = {
  should_nudge: false,
  confidence: 0.9,
  signal: 'no_nudge',
  reasoning: 'All is well.',
  suggested_context: { current_file: null, expected_file: null, time_in_file: null, phase_description: null },
};

/** The coach's mind can do what its tools ask for, finds nothing wrong with the student, and says nothing by itself. */
export function scriptMind(forms: Forms): void {
  forms.fill(FORM.plan, planOf(MADE_PHASES));
  forms.fill(FORM.observer, NO_NUDGE);
  forms.fill(FORM.memoriesThatFit, { relevant_memories: [], discarded: [] });
  forms.fill(FORM.gaps, {
    knowledge_gaps: [],
    kata_specs: [],
    session_summary: { phases_completed: 0, total_time_minutes: 1, hints_used: 0, independent_completions: 0 },
  });
  forms.fill(FORM.skills, { assessments: [] });
  forms.fill(FORM.memories, { memories: [MADE_MEMORY] });
}
