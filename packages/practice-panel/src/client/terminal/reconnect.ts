/** First delay in milliseconds (spec §1.5); each further one is twice as long. */
const FIRST_DELAY_MS = 1000;
/** Longest delay in milliseconds (spec §1.5). */
const MAX_DELAY_MS = 30_000;
/** Failed attempts in a row after which only the student reconnects (spec §1.5). */
export const MAX_FAILURES = 5;

/** What to do after a drop: wait and try again, or leave it to the student. */
export type ReconnectStep =
  | { readonly kind: 'wait'; readonly attempt: number; readonly delayMs: number }
  | { readonly kind: 'give_up' };

/** The step after `failures` failed attempts in a row; 0 is right after the drop itself. */
export function reconnectStep(failures: number): ReconnectStep {
  if (failures >= MAX_FAILURES) return { kind: 'give_up' };
  return { kind: 'wait', attempt: failures + 1, delayMs: Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS) };
}
