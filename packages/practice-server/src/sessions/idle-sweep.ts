import type { SessionId } from '@agent-factory/protocol';
import type { TmuxSession } from '../tmux/session-list.js';

/** How often sessions are looked at: often enough that the timeout is kept to the minute. */
export const SWEEP_INTERVAL_MS = 30_000;

/**
 * Adds up how long each session has been idle. It counts the time between two looks, and never more
 * than twice the interval, instead of comparing dates: a clock that jumps or a machine that slept
 * for a night ends nobody's session.
 */
export class IdleTimes {
  readonly #idle = new Map<SessionId, { activeAt: number; idleMs: number }>();

  /** Takes what tmux says now and returns the sessions that have been idle for longer than the timeout. */
  update(sessions: readonly TmuxSession[], elapsedMs: number, timeoutMs: number): SessionId[] {
    const elapsed = Math.min(elapsedMs, 2 * SWEEP_INTERVAL_MS);
    this.#forgetAllBut(sessions);
    for (const { sessionId, activeAt } of sessions) {
      const known = this.#idle.get(sessionId);
      const idleMs = known?.activeAt === activeAt ? known.idleMs + elapsed : 0;
      this.#idle.set(sessionId, { activeAt, idleMs });
    }
    return [...this.#idle].filter(([, { idleMs }]) => idleMs >= timeoutMs).map(([sessionId]) => sessionId);
  }

  #forgetAllBut(sessions: readonly TmuxSession[]): void {
    const alive = new Set(sessions.map((session) => session.sessionId));
    for (const sessionId of this.#idle.keys()) {
      if (!alive.has(sessionId)) this.#idle.delete(sessionId);
    }
  }
}
