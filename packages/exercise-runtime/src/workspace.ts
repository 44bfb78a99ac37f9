import { lstat, readlink, stat } from 'node:fs/promises';
import { PracticeError } from '@agent-factory/protocol';
import { reading, systemCode } from './file-system.js';

/**
 * Whether there is a workspace. There is none only if the system says that nothing is there.
 *
 * Throws `workspace_failed` with `path` if we cannot look, or if what is there is not a folder: a link to
 * a drive that is not connected is the student's, although no work can be seen behind it.
 */
export async function hasWorkspace(path: string): Promise<boolean> {
  return reading(path, async () => {
    const found = await orMissing(lstat(path));
    if (found === undefined) return false;
    const real = found.isSymbolicLink() ? await orMissing(stat(path)) : found;
    if (real === undefined) throw leadsNowhere(path, await readlink(path));
    if (real.isDirectory()) return true;
    const message = `${path} is there, but it is not a folder. Move it away and try again.`;
    throw new PracticeError('workspace_failed', message, { path, reason: 'ENOTDIR' });
  });
}

function leadsNowhere(path: string, target: string): PracticeError {
  const message = `${path} is a link to ${target}, which does not exist. Connect its drive, or remove the link, and try again.`;
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
