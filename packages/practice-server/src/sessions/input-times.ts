import type { SessionId } from '@agent-factory/protocol';
import type { TmuxSession } from '../tmux/servers/session-list.js';

/** Tells which sessions were typed into between two looks. What a program prints is no sign of a student. */
export class InputTimes {
  #known = new Map<SessionId, number>();

  /** A session seen for the first time may have been idle for days. */
  update(sessions: readonly TmuxSession[]): SessionId[] {
    const before = this.#known;
    this.#known = new Map(sessions.map(({ sessionId, inputAt }) => [sessionId, inputAt]));
    return sessions
      .filter(({ sessionId, inputAt }) => (before.get(sessionId) ?? inputAt) !== inputAt)
      .map(({ sessionId }) => sessionId);
  }
}
