import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CoachHost, LoggedAction, ProjectPlace } from '@agent-factory/coach';
import type { CoachTables } from '@agent-factory/coach/tables';
import { ifThere } from '@agent-factory/exercise-runtime';
import { PracticeError } from '@agent-factory/protocol';
import { isFolderId, type Project, type ProjectId } from '@agent-factory/protocol/coach';
import type { NewEvent } from '@agent-factory/protocol/events';
import { tildify } from '../home/paths.js';
import type { SessionAccess } from '../sessions/session-access.js';
import { findWorkspace } from '../store/records/workspaces.js';
import { workspacePath } from '../workspaces/prepare-workspace.js';

/** The daemon, as the coach sees it. `onSightChanged` tells the agents of a project that they see more or less now. */
export function coachHost(host: SessionAccess, onSightChanged: CoachHost['onSightChanged']): CoachHost {
  return {
    store: host.store.withTables<CoachTables>(),
    ours: [host.config.paths.state],
    placeOf: (projectId) => placeOf(host, projectId),
    logAction: (projectId, row) => host.events.append(eventOf(projectId, row)),
    keepActions: (projectId, rows) => host.events.keep(rows.map((row) => eventOf(projectId, row))),
    onSightChanged,
    logWarning: (message, facts) => host.log.warn(facts, message),
    logFailure: (error, what) => host.log.error({ err: error }, what),
  };
}

function eventOf(exerciseId: ProjectId, data: LoggedAction): NewEvent {
  return { exerciseId, type: 'coach_action', data };
}

/** The project of a folder, for people. */
export function folderProject({ config }: Pick<SessionAccess, 'config'>, id: ProjectId, path: string): Project {
  return { id, kind: 'folder', name: basename(path), path: tildify(path, config.paths.home) };
}

async function placeOf(host: SessionAccess, projectId: ProjectId): Promise<ProjectPlace> {
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
