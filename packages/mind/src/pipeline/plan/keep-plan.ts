import {
  type CoachSession,
  type CoachTables,
  createPhaseHint,
  createPhases,
  createPlan,
  findSession,
  type Plan,
  type PlanFindings,
  recordProgress,
  type StoredPhase,
  setPhaseStatus,
} from '@agent-factory/coach/store';
import type { Kysely } from 'kysely';
import { noSession } from '../session.js';
import { storing } from '../storing.js';
import type { SoundHint, SoundPhase } from './sound-phases.js';

interface NewPlan {
  readonly session: CoachSession;
  readonly planText: string;
  readonly phases: readonly SoundPhase[];
  readonly findings: PlanFindings;
}

/**
 * Keeps a plan with its phases and their hints, and begins the first phase: all of it or nothing. Throws
 * `no_active_session` if the session has ended meanwhile, and `storage_full`.
 */
export function keepPlan(
  store: Kysely<CoachTables>,
  { session, planText, phases, findings }: NewPlan,
): Promise<{ readonly plan: Plan; readonly stored: StoredPhase[] }> {
  const write = async (transaction: Kysely<CoachTables>) => {
    if ((await findSession(transaction, session.id))?.status !== 'active')
      throw noSession('It ended while the plan was made, so nothing of the plan was kept.');
    const plan = await createPlan(transaction, session.id, planText, findings);
    const stored = await createPhases(transaction, plan.id, phases);
    for (const [index, { id }] of stored.entries())
      for (const hint of phases[index]?.hints ?? []) await createPhaseHint(transaction, rowOf(id, hint));
    const [first, ...others] = stored;
    if (first === undefined) return { plan, stored };
    await recordProgress(transaction, first.id, 'phase_started');
    return { plan, stored: [await setPhaseStatus(transaction, first, 'active'), ...others] };
  };
  return storing(() => store.transaction().execute(write), 'The plan could not be kept');
}

function rowOf(phaseId: string, hint: SoundHint) {
  if (hint.type === 'line') return { phaseId, ...hint };
  return { phaseId, ...hint, startLine: null, endLine: null, hoverText: null };
}
