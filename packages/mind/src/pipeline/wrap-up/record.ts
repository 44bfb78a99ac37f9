import {
  type CoachSession,
  type CoachTables,
  progressOfPlan,
  recentActions,
  type StoredPhase,
} from '@agent-factory/coach/store';
import { planOf } from '@agent-factory/coach/workplace';
import { shortened } from '@agent-factory/protocol';
import type { Action, ActionType } from '@agent-factory/protocol/coach';
import type { Kysely } from 'kysely';
import { isHint } from '../../independence/hint-events.js';
import type { LoggedStep } from '../../prompts/knowledge-gap-extraction.js';

/** What tells how the student's work went. The agent's looks, and where the cursor was, tell nothing of it. */
const TELLING = [
  'file_open',
  'file_save',
  'buffer_summary',
  'buffer_significant_change',
  'hint_level_change',
  'explain_requested',
  'review_requested',
  'review_completed',
  'idle_start',
  'idle_end',
  'phase_started',
  'phase_completed',
  'coaching_message',
  'nudge_sent',
  'decorations_applied',
  'file_hints_applied',
] as const satisfies readonly ActionType[];
const WORK: readonly ActionType[] = ['file_save', 'buffer_summary', 'buffer_significant_change'];
/** Most actions that a model is given, the newest, and UTF-16 units of what each says: some 30,000 tokens at most. */
const MAX_ACTIONS = 400;
const MAX_FACTS = 300;

/** A phase, and how often the student was helped with it. That it begins with hints is no help asked for. */
export interface PhaseRecord {
  readonly phase: StoredPhase;
  readonly helped: number;
}

/** What is stored of a session. */
export interface SessionRecord {
  readonly session: CoachSession;
  /** The newest ones, the oldest of them first. */
  readonly actions: readonly Action[];
  readonly phases: readonly PhaseRecord[];
  /** Whether the student has written anything. */
  readonly hasWork: boolean;
}

export async function recordOf(store: Kysely<CoachTables>, session: CoachSession): Promise<SessionRecord> {
  const wanted = { sessionId: session.id, types: TELLING, limit: MAX_ACTIONS };
  const actions = (await recentActions(store, wanted)).reverse();
  const plan = await planOf(store, session.id);
  const hints = plan === undefined ? [] : await progressOfPlan(store, plan.plan.id);
  const phases = (plan?.phases ?? []).map((phase) => {
    const used = hints.filter(({ phaseId, eventType }) => phaseId === phase.id && isHint(eventType));
    return { phase, helped: used.length };
  });
  return { session, actions, phases, hasWork: actions.some(({ type }) => WORK.includes(type)) };
}

/** Completed, and nobody has helped. */
export function isIndependent({ phase, helped }: PhaseRecord): boolean {
  return phase.status === 'complete' && helped === 0;
}

export function summaryOf({ phases }: SessionRecord) {
  return {
    phases_completed: phases.filter(({ phase }) => phase.status === 'complete').length,
    hints_used: phases.reduce((sum, { helped }) => sum + helped, 0),
    independent_completions: phases.filter(isIndependent).length,
  };
}

export function stepsOf({ actions }: SessionRecord): LoggedStep[] {
  return actions.map(({ type, data, at }) => {
    const facts = JSON.stringify(data);
    return { action_type: type, data: facts.length > MAX_FACTS ? shortened(facts, MAX_FACTS) : data, created_at: at };
  });
}
