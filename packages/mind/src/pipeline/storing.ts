import { PracticeError } from '@agent-factory/protocol';

/** Runs what writes into the database; `what` says that it has failed. Throws `storage_full`. */
export async function storing<T>(action: () => Promise<T>, what: string): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL')) throw error;
    throw new PracticeError(
      'storage_full',
      `The disk is full. ${what}. Free some space, then try again.`,
      {},
      { cause: error },
    );
  }
}
