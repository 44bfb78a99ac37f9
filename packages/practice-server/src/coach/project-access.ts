import { PracticeError } from '@agent-factory/protocol';
import { isFolderId, type ProjectId } from '@agent-factory/protocol/coach';
import { seesFolders } from '../access/folders-seen.js';
import type { Caller } from '../access/guard.js';
import { readProjectId } from '../http/request-body.js';

/**
 * The id of a project that the caller may use: an exercise, for everyone who is let in; a folder of the student, for our
 * own page and who has the token. To all others a folder is a project that there is not: throws `project_not_found`.
 */
export function requireProject(caller: Caller, given: string): ProjectId {
  const id = readProjectId(given);
  if (!isFolderId(id) || seesFolders(caller)) return id;
  throw new PracticeError('project_not_found', 'There is no such project. "practice-server coach" opens a folder.', {
    id,
  });
}
