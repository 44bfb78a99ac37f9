import { PracticeError } from '@agent-factory/protocol';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Turns a failed write into what the student can do about it; other errors stay what they are. */
export function asStorageError(error: unknown, path: string): unknown {
  const code = errnoOf(error);
  if (code !== undefined && FULL.has(code)) {
    return new PracticeError('storage_full', 'The disk is full. Free some space and try again; nothing was lost.', {
      path,
    });
  }
  if (code !== undefined) {
    return new PracticeError(
      'workspace_failed',
      `${path} could not be written (${code}). Check its permissions and try again.`,
      {
        path,
      },
    );
  }
  return error;
}

/** Codes of the operating system and of the database. Node's own (`ERR_…`) are bugs and stay bugs. */
const SYSTEM_CODE = /^(?:E[A-Z0-9]+|SQLITE_[A-Z_]+)$/;

/** The code of a failed system call or database operation, or undefined for anything else. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return SYSTEM_CODE.test(error.code) ? error.code : undefined;
}
