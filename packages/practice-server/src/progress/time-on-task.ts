import type { ExerciseId } from '@agent-factory/protocol';

/** In a longer pause, the student was elsewhere; five minutes is a page of the lesson, read slowly. */
export const MAX_PAUSE_MS = 5 * 60_000;

/**
 * Adds up the time between signs of a student at work. Its clock never jumps, and stands still while
 * the machine sleeps.
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
