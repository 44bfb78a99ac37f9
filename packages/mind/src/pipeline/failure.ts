import { PracticeError } from '@agent-factory/protocol';
import type { MindHost } from '../host.js';

/** Why something has not come about, for the log. What is no refusal is a bug, or a disk that fails, and logged as one. */
export function reasonOf(host: MindHost, error: unknown): string {
  if (error instanceof PracticeError) return `${error.code}: ${error.message}`;
  host.logFailure(error, 'The coach could not think');
  return 'internal';
}
