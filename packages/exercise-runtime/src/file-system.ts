import { PracticeError } from '@agent-factory/protocol';

/** Codes of the operating system, and of a database on its disk. Node's own (`ERR_…`) are bugs and stay bugs. */
const SYSTEM_CODE = /^(?:E[A-Z0-9]+|SQLITE_[A-Z_]+)$/;
const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** The code of a failed system call or database operation, or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return SYSTEM_CODE.test(error.code) ? error.code : undefined;
}

/** A failed write as a student can understand it. What is no system error is a bug and stays as it is. */
export function writeFailure(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (FULL.has(code)) {
    const message = 'The disk is full. Free some space and try again; nothing was lost.';
    return new PracticeError('storage_full', message, { path }, { cause: error });
  }
  const message = `${path} cannot be written (${code}). Check that it belongs to you, and try again.`;
  return new PracticeError('workspace_failed', message, { path, reason: code }, { cause: error });
}

/** Runs a file operation; its failure is about this path. */
export async function writing<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw writeFailure(error, path);
  }
}

/** The value, or undefined where there is no such file. Any other failure is thrown. */
export async function ifThere<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
