import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ProjectPlace } from '@agent-factory/coach';
import { ifThere } from '@agent-factory/exercise-runtime';
import { PracticeError } from '@agent-factory/protocol';
import { isFolderId, type Project, type ProjectId } from '@agent-factory/protocol/coach';
import { tildify } from '../home/paths.js';
import type { SessionAccess } from '../sessions/session-access.js';
import { findWorkspace } from '../store/records/workspaces.js';
import { workspacePath } from '../workspaces/prepare-workspace.js';

/** The project of a folder, for people. */
export function folderProject({ config }: Pick<SessionAccess, 'config'>, id: ProjectId, path: string): Project {
  return { id, kind: 'folder', name: basename(path), path: tildify(path, config.paths.home) };
}

/** A project, and where it is. Throws `project_not_found`. */
export async function placeOf(host: SessionAccess, projectId: ProjectId): Promise<ProjectPlace> {
  if (!isFolderId(projectId)) return exercisePlace(host, projectId);
  const folder = await host.folders.requireThere(projectId);
  return { folder, project: folderProject(host, projectId, folder) };
}

async function exercisePlace(host: SessionAccess, projectId: ProjectId): Promise<ProjectPlace> {
  const folder = workspacePath(host, projectId);
  const isStarted = (await findWorkspace(host.store, projectId)) !== undefined;
  if (!isStarted || (await ifThere(stat(folder)))?.isDirectory() !== true)
    throw new PracticeError('project_not_found', 'This exercise has no workspace yet. Press Practice first.', {
      path: tildify(folder, host.config.paths.home),
    });
  const project = {
    id: projectId,
    kind: 'exercise',
    name: await titleOf(host, projectId),
    path: tildify(folder, host.config.paths.home),
  } as const;
  return { folder, project };
}

/** The name is only shown: where the lesson site has a broken copy, the id does. */
async function titleOf({ catalog, log }: SessionAccess, projectId: ProjectId): Promise<string> {
  try {
    return (await catalog.cached(projectId))?.config.title ?? projectId;
  } catch (error) {
    log.debug({ err: error, projectId }, 'The title of an exercise could not be read');
    return projectId;
  }
}
