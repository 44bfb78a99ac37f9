import type { ExerciseId, SessionId } from '@agent-factory/protocol';
import type { TmuxSession } from '../tmux/servers/session-list.js';

/** After a longer pause the student was elsewhere; five minutes is a page of the lesson, read slowly. */
export const MAX_PAUSE_MS = 5 * 60_000;

/**
 * Adds up the time between signs of a student at work. It goes by a clock that never jumps, and that
 * stands still while the machine sleeps.
 */
export class TimeOnTask {
  readonly #lastSigns = new Map<ExerciseId, number>();

  /** Whole milliseconds since the sign before: none for the first one, and none after a pause. */
  sign(exerciseId: ExerciseId, now: number): number {
    const before = this.#lastSigns.get(exerciseId) ?? now;
    this.#lastSigns.set(exerciseId, now);
    const gap = Math.round(now - before);
    return gap <= MAX_PAUSE_MS ? gap : 0;
  }
}

/** Tells in which sessions something was typed between two looks. What a program prints is no sign of a student. */
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
