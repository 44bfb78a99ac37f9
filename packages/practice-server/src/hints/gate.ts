import { HINT_WAIT_MS } from '@agent-factory/protocol';

export interface LadderState {
  /** Rungs shown so far. */
  readonly revealed: number;
  /** When the latest was shown, in milliseconds since 1970; absent if that is not known. */
  readonly revealedAt?: number | undefined;
  /** Official checks so far, and how many there were when the latest rung was shown. */
  readonly attempts: number;
  readonly attemptsAtReveal?: number | undefined;
  /** A completed exercise hides nothing. */
  readonly completed: boolean;
  readonly now: number;
}

/**
 * When the next rung opens by itself, in milliseconds since 1970; undefined if it is open. The first
 * always is; each further one opens with a check, or some time after the one before. A clock that was
 * set back makes nobody wait.
 */
export function lockedUntil(state: LadderState): number | undefined {
  const { revealed, revealedAt, attempts, attemptsAtReveal = 0, completed, now } = state;
  if (revealed === 0 || completed || revealedAt === undefined || attempts > attemptsAtReveal) return undefined;
  const opensAt = revealedAt + HINT_WAIT_MS;
  return now < revealedAt || now >= opensAt ? undefined : opensAt;
}
