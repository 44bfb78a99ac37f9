import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { systemCode } from './file-system.js';

/** Whether a path is the folder or below it. Both must be real paths, as this follows no links. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The real path behind all links, or undefined if it does not exist or is outside the folder. */
export async function realInside(path: string, realFolder: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return isInside(real, realFolder) ? real : undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
