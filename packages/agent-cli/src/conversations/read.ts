import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Error codes for a file that is not there, or not ours to read. Any other error means that we could not look. */
const NONE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EACCES', 'EPERM', 'ELOOP']);

/** Names in a folder, newest name first. A folder that is not there, or not ours to read, has none. */
export async function namesIn(folder: string): Promise<string[]> {
  const names = (await ifThere(readdir(folder))) ?? [];
  return names.sort().reverse();
}

/** The first bytes of a file as text; empty if it cannot be read. */
export async function headOf(path: string, bytes: number): Promise<string> {
  const file = await ifThere(open(path));
  if (file === undefined) return '';
  try {
    const length = Math.min(bytes, (await file.stat()).size);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    // A folder, or a file that vanished: there is no conversation in it.
    return '';
  } finally {
    await file.close();
  }
}

/** Whether a file was last written at or after a moment. If none is given, any existing file counts. */
export async function isSince(path: string, since: Date | undefined): Promise<boolean> {
  const found = await ifThere(stat(path));
  return found !== undefined && (since === undefined || found.mtimeMs >= since.getTime());
}

/** A CLI's own folder: the value of its variable, or a folder in the student's home. */
export function ownFolder(env: Record<string, string>, variable: string, name: string): string | undefined {
  const chosen = env[variable];
  if (chosen) return chosen;
  return env.HOME ? join(env.HOME, name) : undefined;
}

/**
 * Undefined for what is not there. If we cannot look for a conversation, we must not say that there is none: a second
 * would be started beside it.
 */
export async function ifThere<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
