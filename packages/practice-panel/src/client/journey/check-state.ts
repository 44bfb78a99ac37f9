import type { Criterion, VerificationResult } from '@agent-factory/protocol';
import type { ClientError } from '../server/outcome.js';

/** A check of the work: never run, running with the rows so far, judged, or not answered at all. */
export type CheckState =
  | { readonly status: 'none' }
  | { readonly status: 'running'; readonly rows: readonly Criterion[] }
  | { readonly status: 'done'; readonly result: VerificationResult }
  | { readonly status: 'failed'; readonly error: ClientError };
