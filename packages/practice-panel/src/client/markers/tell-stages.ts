import type { StagesResponse } from '@agent-factory/protocol/stages';
import type { MarkerStates } from './marker-states.js';

/** Tells how the claims of an exercise stand, as the practice server lists its stages. */
export function tellStages(states: MarkerStates, { stages, course }: StagesResponse): void {
  for (const { number, status, refused, unlocked } of stages) {
    if (status === 'complete') states.setState({ kind: 'stage_complete', stageNumber: number }, 'complete');
    else if (refused) states.setState({ kind: 'stage_complete', stageNumber: number }, 'refused');
    if (unlocked) {
      states.setState({ kind: 'stage_unlocked', stageNumber: number, txHash: unlocked.txHash }, 'complete');
    }
  }
  if (course !== undefined) states.setState({ kind: 'course_complete' }, course.refused ? 'refused' : 'complete');
}
