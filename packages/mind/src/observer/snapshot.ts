import { listAssessments, type RecentAction, recentActions, timeSinceLast } from '@agent-factory/coach/store';
import { type PlanWithPhases, planOf } from '@agent-factory/coach/workplace';
import { shortened } from '@agent-factory/protocol';
import { type ActionType, MAX_PATH_LENGTH, STUDENT_ACTIONS } from '@agent-factory/protocol/coach';
import type { Stage } from '@agent-factory/protocol/mind';
import type { TriageAction, TriageContext } from '../prompts/observer-triage.js';
import type { MindRoom } from '../room.js';
import { MAX_DESCRIPTION_LENGTH, MAX_EXPECTED_FILES, MAX_NAME_LENGTH, RECENT_ACTIONS } from './limits.js';
import { duration, timeSince } from './words.js';

/** What tells of the student, and of the way they go. An agent that looks around would fill the list with its looks. */
const TOLD: readonly ActionType[] = [
  ...STUDENT_ACTIONS,
  'idle_start',
  'session_started',
  'session_resumed',
  'phase_started',
  'phase_completed',
  'nudge_sent',
];

/** Until something is known of the student (spec FR-138). */
const DEFAULT_STAGE: Stage = 'novice';

/** What only the observer knows. Times are in milliseconds. */
export interface ObservedFacts {
  readonly sessionId: string;
  readonly sinceNudgeMs: number | undefined;
  readonly isIdle: boolean;
}

/** How things stand in a session, for a model (spec FR-137): what is long is cut, as all of it is paid for. */
export async function snapshotOf(
  { host: { store }, now }: Pick<MindRoom, 'host' | 'now'>,
  { sessionId, sinceNudgeMs, isIdle }: ObservedFacts,
): Promise<TriageContext> {
  const actions = await recentActions(store, { sessionId, types: TOLD, limit: RECENT_ACTIONS }, now());
  return {
    current_phase: phaseOf(await planOf(store, sessionId)),
    recent_actions: actions.map(actionOf),
    time_since_last_save: timeSince(await timeSinceLast(store, { sessionId, types: ['file_save'] }, now())),
    time_since_last_nudge: timeSince(sinceNudgeMs),
    dreyfus_stage: latest(await listAssessments(store))?.stage ?? DEFAULT_STAGE,
    user_idle: isIdle,
  };
}

function phaseOf(plan: PlanWithPhases | undefined): TriageContext['current_phase'] {
  const phase = plan?.phases.find(({ status }) => status === 'active');
  if (phase === undefined) return null;
  return {
    number: phase.number,
    title: shortened(phase.title, MAX_NAME_LENGTH),
    description: shortened(phase.description, MAX_DESCRIPTION_LENGTH),
    expected_files: phase.expectedFiles.filter(({ length }) => length <= MAX_PATH_LENGTH).slice(0, MAX_EXPECTED_FILES),
  };
}

function actionOf({ type, data, agoMs }: RecentAction): TriageAction {
  const path = data.path ?? data.toPath;
  const change = data.charDelta ?? data.delta;
  return {
    type,
    ...(typeof path === 'string' && { path }),
    ...(typeof data.editCount === 'number' && { edits: data.editCount }),
    ...(typeof change === 'number' && { char_delta: change }),
    ago: `${duration(agoMs)} ago`,
  };
}

function latest<T extends { readonly assessedAt: string }>(assessments: readonly T[]): T | undefined {
  return assessments.reduce<T | undefined>(
    (last, one) => (last === undefined || Date.parse(one.assessedAt) >= Date.parse(last.assessedAt) ? one : last),
    undefined,
  );
}
