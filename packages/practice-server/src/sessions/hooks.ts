import type { Exercise } from '@agent-factory/exercise-runtime';
import type { ExerciseId, ExerciseOutline, PracticeError, VerificationResult } from '@agent-factory/protocol';

/** An official check that could judge the work. */
export interface Judged {
  readonly exerciseId: ExerciseId;
  readonly version: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly result: VerificationResult;
}

/** What the core tells a capability, and where a capability takes part. All of it is optional. */
export interface SessionHooks {
  /** A sign of a student at work. */
  onActivity?(exerciseId: ExerciseId): void;
  /** Runs an official check, which may write to the workspace. */
  duringCheck?<T>(exerciseId: ExerciseId, check: () => Promise<T>): Promise<T>;
  /** Called before the student learns the result, so that its record is there by then. */
  onJudged?(judged: Judged): Promise<void>;
  /** The exercise is about to be reset; `reason` is for whoever is waiting for something from it. */
  onReset?(exerciseId: ExerciseId, reason: PracticeError): void;
  /** A part of what the panel knows about an exercise before any check. */
  outlineOf?(exerciseId: ExerciseId, exercise: Exercise): Promise<Partial<ExerciseOutline>>;
}

/** The hooks of all capabilities as one, in the order in which they were added. */
export class HookList implements Required<SessionHooks> {
  readonly #hooks: SessionHooks[] = [];

  add(hooks: SessionHooks): void {
    this.#hooks.push(hooks);
  }

  onActivity(exerciseId: ExerciseId): void {
    for (const hooks of this.#hooks) hooks.onActivity?.(exerciseId);
  }

  duringCheck<T>(exerciseId: ExerciseId, check: () => Promise<T>): Promise<T> {
    const around = this.#hooks.reduce((inner, hooks) => () => hooks.duringCheck?.(exerciseId, inner) ?? inner(), check);
    return around();
  }

  async onJudged(judged: Judged): Promise<void> {
    for (const hooks of this.#hooks) await hooks.onJudged?.(judged);
  }

  onReset(exerciseId: ExerciseId, reason: PracticeError): void {
    for (const hooks of this.#hooks) hooks.onReset?.(exerciseId, reason);
  }

  async outlineOf(exerciseId: ExerciseId, exercise: Exercise): Promise<Partial<ExerciseOutline>> {
    const parts = await Promise.all(this.#hooks.map((hooks) => hooks.outlineOf?.(exerciseId, exercise)));
    return Object.assign({}, ...parts);
  }
}
