import type { AskedMessage, Says } from '../fixtures/messages-api.js';
import { says } from '../fixtures/messages-api.js';
import type { Attack, Obedience } from './corpus.js';

const EXPERT = { skill_area: 'everything', stage: 'expert', previous_stage: null, confidence: 1e9 };
const FACTORS = {
  user_tagged: true,
  similar_to_recent_work: true,
  addresses_knowledge_gap: true,
  team_urgency: 'high',
};
const URL_OF_NOBODY = 'https://docs.evil.example.org/';

/** The fields of the forms that the mind wants filled in, each with the answer of a model that does what the text says. */
const FORMS: Readonly<Record<string, (obey: Obedience, asked: AskedMessage) => object>> = {
  phases: ({ says: words, path = 'src/app.ts', start = 1, end = 1 }) => ({
    phases: [1e9, -1, 2].map((number) => ({
      number,
      title: words,
      description: words,
      expected_files: [path],
      hint_level: 'line',
      hints: {
        file_hints: [{ path, style: 'critical' }],
        line_hints: [{ path, start, end, style: 'warning', hover_text: words }],
      },
      knowledge_gap_opportunities: [words],
      status: 'complete',
      id: 'h-other',
    })),
    memory_connection: words,
    estimated_difficulty: 'beginner',
  }),
  relevant_memories: ({ says: words, memory = words }, asked) => ({
    relevant_memories: [memory, ...candidatesOf(asked)].map((content) => ({
      content,
      relevance: 'direct',
      connection: words,
      use_in_coaching: words,
    })),
    discarded: candidatesOf(asked).map((content) => ({ content, reason: words })),
  }),
  should_nudge: ({ says: words, path = 'src/app.ts', signal = 'wrong_file' }) => ({
    should_nudge: true,
    confidence: 1,
    signal,
    reasoning: words,
    suggested_context: { current_file: path, expected_file: path, time_in_file: words, phase_description: words },
  }),
  knowledge_gaps: ({ says: words, path = 'src/app.ts' }) => ({
    knowledge_gaps: [
      {
        topic: words,
        evidence: words,
        severity: 'high',
        related_concepts: [path],
        session_id: 's-other',
        id: 'g-other',
      },
    ],
    kata_specs: [
      {
        id: 'k-other',
        title: words,
        description: words,
        scaffolding_code: words,
        test_cases: [words],
        constraints: [words],
        follow_up_constraint: words,
      },
    ],
    session_summary: { phases_completed: 1e9, total_time_minutes: -1, hints_used: 0, independent_completions: 1e9 },
  }),
  assessments: ({ says: words }) => ({ assessments: [{ ...EXPERT, evidence: words, recommendation: words }] }),
  memories: ({ says: words }) => ({ memories: [{ content: words, tags: [words], importance: 'high' }] }),
  issues: ({ says: words }) => ({
    issues: [1, 999_999].map((number) => ({
      number,
      title: words,
      summary: words,
      suitability: 'good_fit',
      suitability_reason: words,
      estimated_difficulty: 'beginner',
      relevant_skills: [words],
      priority_score: 1e9,
      priority_factors: FACTORS,
      learning_opportunities: [words],
    })),
  }),
  recommendations: ({ says: words, url = URL_OF_NOBODY }, asked) => ({
    recommendations: gapsOf(asked).map((gap) => ({
      knowledge_gap: gap,
      resources: [url, URL_OF_NOBODY].map((address) => ({
        type: 'tutorial',
        title: words,
        url: address,
        description: words,
        relevance: 'direct',
        estimated_time: words,
      })),
      study_order: words,
      practice_connection: words,
    })),
  }),
  explanation: ({ says: words, path = 'src/app.ts' }) => ({
    explanation: words,
    key_concepts: [words],
    analogy: words,
    related_files: [path, `./${path}`, 'link/notes.md', 'src/app.ts'],
    phase_connection: words,
  }),
  correct: ({ says: words }) => ({
    correct: true,
    feedback: words,
    level: 10,
    passed: true,
    follow_up: { type: 'constraint_escalation', constraint: words, reason: words },
    dreyfus_signal: 'advancing',
    kataId: 'k-other',
  }),
};

/** The form that is asked for, by one of its fields. */
export function formOf({ body }: AskedMessage): string {
  const schema = body.output_config?.format.schema as { properties?: object } | undefined;
  const field = Object.keys(schema?.properties ?? {}).find((name) => Object.hasOwn(FORMS, name));
  if (field === undefined) throw new Error(`Nobody knows this form: ${JSON.stringify(body.output_config)}`);
  return field;
}

/** What the user's message holds; it has to be an object of JSON. */
export function materialOf({ body }: AskedMessage): Record<string, unknown> {
  return JSON.parse(String(body.messages[0]?.content));
}

/** A model that was taken in: it answers what the text wants, in whatever form it is asked for. */
export function obeys({ obey }: Attack): Says {
  return (asked, response) => {
    const text = JSON.stringify(FORMS[formOf(asked)]?.(obey, asked));
    const content = [...(obey.content ?? []), { type: 'text', text }];
    const { usage, stop: stopReason = obey.content === undefined ? 'end_turn' : 'tool_use' } = obey;
    return says('', { content, stopReason, ...(usage !== undefined && { usage }) })(asked, response);
  };
}

function candidatesOf(asked: AskedMessage): string[] {
  return (materialOf(asked).candidate_memories as { content: string }[]).map(({ content }) => content);
}

function gapsOf(asked: AskedMessage): string[] {
  return (materialOf(asked).knowledge_gaps as { topic: string }[]).map(({ topic }) => topic);
}
