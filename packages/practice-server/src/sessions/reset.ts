import { archiveWorkspace } from '@agent-factory/exercise-runtime';
import type { ExerciseId, ResetResponse } from '@agent-factory/protocol';
import { deleteWorkspace, findWorkspace } from '../store/workspaces.js';
import { tildify } from '../system/paths.js';
import type { SessionContext } from './context.js';
import { endSession } from './end.js';
import { workspacePath } from './prepare-workspace.js';
import { requireListed } from './require-listed.js';

/** Back to the start: the session ends and the workspace moves into the archive. Nothing is deleted. */
export async function resetExercise(context: SessionContext, exerciseId: ExerciseId): Promise<ResetResponse> {
  const { paths } = context.config;
  if ((await findWorkspace(context.store, exerciseId)) === undefined) await requireListed(context, exerciseId);
  await endSession(context, exerciseId, 'reset');
  const archived = await archiveWorkspace(workspacePath(context, exerciseId), paths.archive, exerciseId, new Date());
  await deleteWorkspace(context.store, exerciseId);
  if (archived === undefined)
    return { status: 'reset', message: 'There was no workspace yet; the session, if any, has ended.' };
  const archivedTo = tildify(archived, paths.home);
  context.log.info({ exerciseId, archivedTo }, 'Exercise reset');
  return { status: 'reset', message: `Your work was moved to ${archivedTo}, and the session has ended.`, archivedTo };
}
