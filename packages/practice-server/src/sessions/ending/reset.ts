import { prepareArchive } from '@agent-factory/exercise-runtime';
import type { ExerciseId, ResetResponse } from '@agent-factory/protocol';
import { tildify } from '../../home/paths.js';
import { deleteWorkspace, findWorkspace, saveWorkspace, type WorkspaceRecord } from '../../store/records/workspaces.js';
import { workspacePath } from '../../workspaces/prepare-workspace.js';
import { requireListed } from '../../workspaces/require-listed.js';
import type { SessionContext } from '../context.js';
import { endSession } from './end.js';

/**
 * Resets an exercise: the session ends and the workspace moves into the archive. Nothing is deleted. Whatever
 * needs room on the disk comes first: if there is none, the session goes on.
 */
export async function resetExercise(context: SessionContext, exerciseId: ExerciseId): Promise<ResetResponse> {
  const { paths } = context.config;
  const record = await findWorkspace(context.store, exerciseId);
  if (record === undefined) await requireListed(context, exerciseId);
  const workspace = workspacePath(context, exerciseId);
  const archive = await prepareArchive({ workspace, archiveDir: paths.archive, id: exerciseId, now: new Date() });
  try {
    await deleteWorkspace(context.store, exerciseId);
    await endOrKeep(context, exerciseId, record);
  } catch (error) {
    await archive?.cancel();
    throw error;
  }
  await archive?.move();
  if (archive === undefined)
    return { status: 'reset', message: 'There was no workspace yet; the session, if any, has ended.' };
  const archivedTo = tildify(archive.path, paths.home);
  context.log.info({ exerciseId, archivedTo }, 'Exercise reset');
  return { status: 'reset', message: `Your work was moved to ${archivedTo}, and the session has ended.`, archivedTo };
}

/** If the session does not end, its workspace keeps its record. */
async function endOrKeep(context: SessionContext, exerciseId: ExerciseId, record?: WorkspaceRecord): Promise<void> {
  try {
    await endSession(context, exerciseId, 'reset');
  } catch (error) {
    if (record !== undefined) await saveWorkspace(context.store, record);
    throw error;
  }
}
