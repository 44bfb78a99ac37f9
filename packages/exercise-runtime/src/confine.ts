import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { systemCode } from './file-system.js';

/** Whether a path is the folder or below it. Both must be real paths: links are not followed here. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Where a path leads with all links followed, or undefined where it leads nowhere or out of the folder. */
export async function realInside(path: string, realFolder: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return isInside(real, realFolder) ? real : undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
