import { PracticeError } from '@agent-factory/protocol';

/** Codes of the operating system and of SQLite. Node's own (`ERR_…`) are bugs and stay bugs. */
const SYSTEM_CODE = /^(?:E[A-Z0-9]+|SQLITE_[A-Z_]+)$/;
const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
/** This program, or the machine, has too many files open. */
const TOO_MANY_OPEN = new Set(['EMFILE', 'ENFILE']);

/** What to do for codes that say more than that something is not allowed. */
const ADVICE: Record<string, string> = {
  EMFILE: 'This program has too many files open. Close some tabs, or raise the limit (ulimit -n), and try again.',
  ENFILE: 'The system has too many files open. Close some programs and try again.',
  ENAMETOOLONG: 'Its name is longer than this disk allows. Tell the author of the exercise.',
  EROFS: 'Its disk can only be read. Make the disk writable, or use a home folder on another, and try again.',
  EIO: 'Its disk reports an error. Check how it is connected, save what is on it, and try again.',
  ELOOP: 'It is a link that leads back to itself. Remove the link and try again.',
  EBUSY: 'Something else holds it. Close what uses it, or unmount it, and try again.',
};
const CHECK_OWNER = 'Check that it belongs to you, and try again.';

/** The code of a failed system call or database operation, or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return SYSTEM_CODE.test(error.code) ? error.code : undefined;
}

/** Turns a failed write into an error that a student understands. Anything but a system error is a bug and stays. */
export function writeFailure(error: unknown, path: string): unknown {
  return failure(error, path, 'written');
}

function failure(error: unknown, path: string, what: 'written' | 'read'): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (FULL.has(code)) {
    const message = 'The disk is full, or your share of it. Free some space and try again; nothing was lost.';
    return new PracticeError('storage_full', message, { path }, { cause: error });
  }
  const message = `${path} cannot be ${what} (${code}). ${ADVICE[code] ?? CHECK_OWNER}`;
  const told = TOO_MANY_OPEN.has(code) ? 'storage_unavailable' : 'workspace_failed';
  return new PracticeError(told, message, { path, reason: code }, { cause: error });
}

/** Runs a file operation and reports its failure for this path. */
export async function writing<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw writeFailure(error, path);
  }
}

/** The same for an operation that only reads. */
export async function reading<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw failure(error, path, 'read');
  }
}

/** Codes for a path at which nothing is, or can be. Any other code means that we could not look. */
const NOTHING_THERE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** The value, or undefined if there is no such file. Throws any other failure. */
export async function ifThere<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (NOTHING_THERE.includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
