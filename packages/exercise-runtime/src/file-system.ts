import { PracticeError } from '@agent-factory/protocol';

/** Code of a system error, or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A failed write as a student can understand it. What is no system error is a bug and stays as it is. */
function writeFailure(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined || error instanceof PracticeError) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const message = 'The disk is full. Free some space and try again.';
    return new PracticeError('storage_full', message, { path }, { cause: error });
  }
  const message = `${path} cannot be written (${code}). Check that the folder belongs to you.`;
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
