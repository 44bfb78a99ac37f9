import { archiveWorkspace, type Exercise, removeUntouched } from '@agent-factory/exercise-runtime';
import { type AgentId, PracticeError } from '@agent-factory/protocol';
import type { Foundation } from '../foundation.js';
import { tildify } from '../home/paths.js';

export interface Failed {
  readonly path: string;
  readonly agent: AgentId;
  /** Why the workspace could not be created. */
  readonly error: unknown;
}

/**
 * Moves a half-made workspace out of the way and returns the error to throw. The workspace is archived, because
 * what the student may have saved in it cannot be told from what a set-up command made; it is removed only if
 * it holds nothing but the exercise's own files. If neither is possible, it stays as it is.
 */
export async function putAway(foundation: Foundation, exercise: Exercise, failed: Failed): Promise<unknown> {
  const { paths } = foundation.config;
  const { path, error } = failed;
  const instructionFile = foundation.agents.find(failed.agent)?.instructionFile;
  try {
    if (await removeUntouched(exercise, { workspace: path, instructionFile })) return error;
    const archived = await archiveWorkspace(path, paths.archive, exercise.config.id, new Date());
    return archived === undefined ? error : told(error, tildify(archived, paths.home));
  } catch (failure) {
    foundation.log.warn({ err: failure, path }, 'A half-made workspace stays where it is');
    return error;
  }
}

function told(error: unknown, archivedTo: string): unknown {
  if (!(error instanceof PracticeError)) return error;
  const message = `${error.message} What the folder held is now in ${archivedTo}.`;
  return new PracticeError(error.code, message, { ...error.facts, archivedTo }, { cause: error });
}
