import { recordGap } from '@agent-factory/coach/store';
import type { Severity } from '@agent-factory/protocol/mind';
import type { MindRoom } from '../../src/room.js';
import type { FakeGh } from '../fixtures/fake-gh.js';
import type { MindDesk } from '../fixtures/mind-desk.js';

/** The room of a desk in which `gh` is found. */
export function roomWith(desk: MindDesk, gh: FakeGh): MindRoom {
  return { ...desk.room, host: { ...desk.host, environment: { PATH: gh.path, ANTHROPIC_API_KEY: 'sk-ant-secret' } } };
}

/** What a model says of an issue, but for what a test says of it. */
export function assessed(number: number, changes: object = {}): object {
  return {
    number,
    title: `Issue ${number}`,
    summary: `You would find out about ${number}.`,
    suitability: 'good_fit',
    suitability_reason: 'You are competent in it.',
    estimated_difficulty: 'beginner',
    relevant_skills: ['Async'],
    priority_score: 0.5,
    priority_factors: {
      user_tagged: false,
      similar_to_recent_work: true,
      addresses_knowledge_gap: false,
      team_urgency: 'low',
    },
    learning_opportunities: ['Reading a stack trace'],
    ...changes,
  };
}

export const resource = {
  type: 'documentation',
  title: 'Promises',
  url: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Promise',
  description: 'What they are.',
  relevance: 'direct',
  estimated_time: '20 minutes',
};

/** What a model has found for a gap. */
export function material(
  gap: string,
  resources: readonly object[] = [resource],
  connection: string | null = null,
): object {
  return {
    knowledge_gap: gap,
    resources,
    study_order: 'Begin with the documentation.',
    practice_connection: connection,
  };
}

interface Gap {
  readonly severity?: Severity;
  readonly frequency?: number;
  readonly addressed?: boolean;
  /** ISO 8601. */
  readonly at?: string;
}

export async function addGap(desk: MindDesk, topic: string, gap: Gap = {}): Promise<string> {
  const { severity = 'medium', frequency = 1, addressed = false, at = new Date(desk.clock).toISOString() } = gap;
  const facts = { sessionId: null, projectId: null, evidence: 'Asked.', relatedConcepts: ['loops'] };
  const { id } = await recordGap(desk.files.store, { ...facts, topic, severity });
  const change = 'update coach_knowledge_gaps set frequency = ?, addressed = ?, last_encountered_at = ? where id = ?';
  desk.files.run(change, frequency, addressed ? 1 : 0, at, id);
  return id;
}
