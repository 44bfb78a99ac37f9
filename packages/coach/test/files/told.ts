import { PracticeError } from '@agent-factory/protocol';

/** What a refused action tells: its code and its facts. Throws if it was not refused. */
export async function told(action: Promise<unknown>): Promise<{ code: string } & Record<string, unknown>> {
  try {
    await action;
  } catch (error) {
    if (error instanceof PracticeError) return { code: error.code, ...error.facts };
    throw error;
  }
  throw new Error('it was not refused');
}
