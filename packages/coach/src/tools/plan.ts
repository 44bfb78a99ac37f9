import { PracticeError } from '@agent-factory/protocol';
import type { ToolInput, ToolOutput } from '@agent-factory/protocol/coach';
import { type StoredPhase, setPhaseStatus } from '../store/entities/phases.js';
import { recordProgress } from '../store/entities/progress.js';
import { type PlanWithPhases, planOf, shownPhase } from '../workplace/plan.js';
import type { Workplace } from '../workplace/workplace.js';

/** Going back to pending is told to pages, and is no action of the log: nothing has begun or ended. */
const ACTIONS = { pending: undefined, active: 'phase_started', complete: 'phase_completed' } as const;

/** Throws `phase_not_found`. Does nothing to a phase that has this status already. */
export async function updatePhase(
  workplace: Workplace,
  { phase: number, status }: ToolInput<'paige_update_phase'>,
): Promise<ToolOutput<'paige_update_phase'>> {
  const plan = await planOf(workplace.host.store, workplace.session.current?.id);
  const phase = plan?.phases.find((one) => one.number === number);
  if (phase === undefined) throw noPhase(number, plan);
  if (phase.status === status) return { success: true, phase: brief(phase) };
  const changed = await setPhaseStatus(workplace.host.store, phase, status);
  await writeDown(workplace, changed);
  const { description } = changed;
  workplace.audience.broadcast('coaching:phase_update', { phase: shownPhase(changed), status, description });
  return { success: true, phase: brief(changed) };
}

async function writeDown(workplace: Workplace, { id, number, title, status }: StoredPhase): Promise<void> {
  const action = ACTIONS[status];
  if (action === undefined) return;
  await recordProgress(workplace.host.store, id, action);
  workplace.session.log(action, { phaseId: id, phaseNumber: number, title });
}

function brief({ id, number, title, status }: StoredPhase) {
  return { id, number, title, status };
}

function noPhase(number: number, plan: PlanWithPhases | undefined): PracticeError {
  const phases = plan?.phases.map((phase) => phase.number) ?? [];
  const has = phases.length === 0 ? 'There is no plan yet' : `The plan has the phases ${phases.join(', ')}`;
  const message = `There is no phase ${number}. ${has}; see paige_get_session_state with include: ["plan"].`;
  return new PracticeError('phase_not_found', message, { phases });
}
