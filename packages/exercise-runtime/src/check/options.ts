import type { Criterion } from '@agent-factory/protocol';

export interface CheckOptions {
  workspace: string;
  /**
   * The environment of the check, to which AF_EXERCISE_DIR, AF_PRACTICE_RUN, AF_WORKSPACE and
   * PYTHONDONTWRITEBYTECODE are added.
   */
  env: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Called for each criterion as soon as it is decided. */
  onCriterion?: ((criterion: Criterion) => void) | undefined;
}

/** The context in which declared checks run. */
export interface CheckScope extends CheckOptions {
  /** When the time for all checks is up, on the clock of `performance.now()`. */
  deadline: number;
}
