import { type ExerciseId, type FinishResponse, PracticeError } from '@agent-factory/protocol';
import { findWorkspace } from '../../store/records/workspaces.js';
import { requireListed } from '../../workspaces/require-listed.js';
import type { SessionContext } from '../context.js';
import { endSession } from './end.js';

/** Ends the session of a completed exercise; its workspace stays where it is. */
export async function finishExercise(context: SessionContext, exerciseId: ExerciseId): Promise<FinishResponse> {
  if ((await findWorkspace(context.store, exerciseId))?.completedAt === undefined) {
    await requireListed(context, exerciseId);
    throw new PracticeError(
      'exercise_not_complete',
      'This exercise has not passed its checks yet. Use Check My Work first.',
    );
  }
  await endSession(context, exerciseId, 'completed');
  return { status: 'finished', message: 'The session has ended; your files are still there.' };
}
