import { SmileError } from '../../contract/errors.js';

/** Does something with a file; a disk that has no room left is told as what it is. */
export async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    throw new SmileError(
      'disk_full',
      `There is no disk space left for ${path}. Make room, then go on with "smile-loop resume".`,
      { path },
    );
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
