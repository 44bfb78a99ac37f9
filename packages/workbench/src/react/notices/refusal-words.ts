import { isFolderId } from '@agent-factory/protocol/coach';
import type { Connection } from '../../client/state.js';
import { OPEN_COMMAND } from '../parts/open-command.js';

interface RefusalWords {
  readonly words: string;
  /** To be run in the project's folder. */
  readonly command?: string;
}

const NO_PROJECT = 'project_not_found';

const NOT_STARTED: RefusalWords = {
  words: 'This exercise has not been started yet. Once it is, its files are here.',
};

/** The daemon does not tell a page that it does not let in which of the two it is. */
const NOT_FOUND: RefusalWords = {
  words: 'The project’s folder is gone, or this page is not allowed in any more. Run this in the folder:',
  command: OPEN_COMMAND,
};

/** Why the daemon refused, and what to do about it, by its code. */
const WORDS: Readonly<Record<string, (projectId: string) => RefusalWords>> = {
  too_many_connections: () => ({
    words: 'Too many pages show this project. Close one of them, then try again.',
  }),
  [NO_PROJECT]: (projectId) => (isFolderId(projectId) ? NOT_FOUND : NOT_STARTED),
};

/** The project is an exercise that the student has not started yet. */
export function isNotStarted(connection: Connection, projectId: string): boolean {
  return connection.status === 'refused' && connection.code === NO_PROJECT && !isFolderId(projectId);
}

export function refusalWords(
  { code, message }: Extract<Connection, { status: 'refused' }>,
  projectId: string,
): RefusalWords {
  return WORDS[code]?.(projectId) ?? { words: message };
}
