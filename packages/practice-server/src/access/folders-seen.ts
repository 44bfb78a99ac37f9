import { exerciseIdOf, type SessionId } from '@agent-factory/protocol';
import { isFolderId } from '@agent-factory/protocol/coach';
import type { Caller } from './guard.js';

/** Whether what is told is also of the student's own folders. */
export interface FolderSight {
  readonly withFolders: boolean;
}

/** Whether the student's own folders are theirs to see: our own page with its cookie, and who has the token. */
export function seesFolders({ kind }: Caller): boolean {
  return kind === 'workbench' || kind === 'bearer';
}

/** Whether this is a session in one of the student's own folders. */
export function isOfFolder(sessionId: SessionId): boolean {
  return isFolderId(exerciseIdOf(sessionId) ?? '');
}

/** Whether a caller without its ticket may learn that there is such a session. */
export function knowsOf(caller: Caller, sessionId: SessionId): boolean {
  return seesFolders(caller) || !isOfFolder(sessionId);
}
