import { PracticeError, shortened } from '@agent-factory/protocol';

const MAX_REASON = 300;

/** For a log: short, whatever it was. */
export function reasonOf(error: unknown): string {
  return shortened(error instanceof Error ? error.message : String(error), MAX_REASON);
}

export function memoryNotFound(): PracticeError {
  return new PracticeError('memory_not_found', 'There is no such memory any more. Load the list again.');
}
