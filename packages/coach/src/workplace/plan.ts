import type { Phase } from '@agent-factory/protocol/coach';
import type { Kysely } from 'kysely';
import { phasesOf, type StoredPhase } from '../store/entities/phases.js';
import { currentPlan, type Plan } from '../store/entities/plans.js';
import type { CoachTables } from '../store/tables.js';

/** A plan and its steps, in their order. */
export interface PlanWithPhases {
  readonly plan: Plan;
  readonly phases: readonly StoredPhase[];
}

/** The plan of a session; read anew each time, since whoever makes one does not ask the project. */
export async function planOf(
  store: Kysely<CoachTables>,
  sessionId: string | undefined,
): Promise<PlanWithPhases | undefined> {
  const plan = sessionId === undefined ? undefined : await currentPlan(store, sessionId);
  return plan && { plan, phases: await phasesOf(store, plan.id) };
}

/** A phase as pages know it. */
export function shownPhase({ id, number, title, description, status, hintLevel }: StoredPhase): Phase {
  return { id, number, title, description, status, hintLevel };
}
