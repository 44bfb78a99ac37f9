import type { SolutionResponse } from '@agent-factory/protocol/hints';
import type { ClientError } from '../server/outcome.js';

/** Whether the student sees the solution. `locked`: not until they confirm that they want it. */
export type SolutionState =
  | { readonly status: 'none' | 'asking' | 'locked' }
  | { readonly status: 'shown'; readonly files: SolutionResponse['files'] }
  | { readonly status: 'failed'; readonly error: ClientError };

/** What the panel shows after the daemon's answer. */
export function solutionAfter(
  outcome:
    | { readonly ok: true; readonly value: SolutionResponse }
    | { readonly ok: false; readonly error: ClientError },
): SolutionState {
  if (outcome.ok) return { status: 'shown', files: outcome.value.files };
  return outcome.error.error === 'solution_locked' ? { status: 'locked' } : { status: 'failed', error: outcome.error };
}
