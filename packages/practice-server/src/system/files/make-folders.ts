import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ifThere, systemCode } from '@agent-factory/exercise-runtime';

/**
 * Makes a folder, and those above it that are missing, for their owner alone. Node's own `recursive` looks for ever where
 * the system lets nobody make one, such as below `/proc`. Throws the system's error.
 */
export async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (await isFolder(path)) return;
    const above = dirname(path);
    if (systemCode(error) !== 'ENOENT' || (await isFolder(above))) throw error;
    await makeFolders(above);
    await makeFolders(path);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await ifThere(stat(path)))?.isDirectory() === true;
}
