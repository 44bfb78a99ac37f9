import type { SessionId } from '@agent-factory/protocol';
import type { SessionsSeen } from '../../tmux/servers/session-list.js';

/**
 * How often sessions are looked at: often enough to keep the timeout to the minute, and no more often,
 * as each look at a session is a process.
 */
export const SWEEP_INTERVAL_MS = 60_000;

/**
 * Adds up how long each session has been idle. It counts the time between two looks, and never more
 * than twice the interval, instead of comparing dates: a clock that jumps, or a machine that slept
 * overnight, ends nobody's session.
 */
export class IdleTimes {
  readonly #idle = new Map<SessionId, { activeAt: number; idleMs: number }>();

  /** Takes what tmux says now, and returns the sessions known to have been idle for longer than the timeout. */
  update({ live, unknown }: SessionsSeen, elapsedMs: number, timeoutMs: number): SessionId[] {
    const elapsed = Math.min(elapsedMs, 2 * SWEEP_INTERVAL_MS);
    this.#forgetAllBut([...live.map(({ sessionId }) => sessionId), ...unknown]);
    for (const { sessionId, activeAt } of live) {
      const known = this.#idle.get(sessionId);
      const idleMs = known?.activeAt === activeAt ? known.idleMs + elapsed : 0;
      this.#idle.set(sessionId, { activeAt, idleMs });
    }
    return live.map(({ sessionId }) => sessionId).filter((id) => (this.#idle.get(id)?.idleMs ?? 0) >= timeoutMs);
  }

  #forgetAllBut(sessionIds: readonly SessionId[]): void {
    const alive = new Set(sessionIds);
    for (const sessionId of this.#idle.keys()) {
      if (!alive.has(sessionId)) this.#idle.delete(sessionId);
    }
  }
}
