import { lstat, readlink, stat } from 'node:fs/promises';
import { PracticeError } from '@agent-factory/protocol';
import { reading, systemCode } from './file-system.js';

/**
 * Whether there is a workspace. Only the system's word that nothing is there means that there is none.
 *
 * Throws `workspace_failed` with `path` where we cannot look, and where what is there is no folder: a
 * link to a drive that is not connected is the student's, and no work is there to be seen.
 */
export async function hasWorkspace(path: string): Promise<boolean> {
  return reading(path, async () => {
    const found = await orMissing(lstat(path));
    if (found === undefined) return false;
    const real = found.isSymbolicLink() ? await orMissing(stat(path)) : found;
    if (real === undefined) throw leadsNowhere(path, await readlink(path));
    if (real.isDirectory()) return true;
    const message = `${path} is there, and is no folder. Move it away and try again.`;
    throw new PracticeError('workspace_failed', message, { path, reason: 'ENOTDIR' });
  });
}

function leadsNowhere(path: string, target: string): PracticeError {
  const message = `${path} is a link to ${target}, which is not there. Connect its drive, or remove the link, and try again.`;
  return new PracticeError('workspace_failed', message, { path, reason: 'ENOENT' });
}

async function orMissing<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
