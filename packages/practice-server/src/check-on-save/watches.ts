import {
  type Criterion,
  type ExerciseId,
  MAX_WATCHERS,
  PracticeError,
  type VerificationResult,
} from '@agent-factory/protocol';
import type { WatchStreamRow } from '@agent-factory/protocol/watch';
import { WorkspaceWatch } from './workspace-watch.js';

export interface WatchesOptions {
  readonly workspaceOf: (exerciseId: ExerciseId) => string;
  readonly check: (
    exerciseId: ExerciseId,
    options: { signal: AbortSignal; onCriterion: (criterion: Criterion) => void },
  ) => Promise<VerificationResult>;
  readonly onSaved: (exerciseId: ExerciseId) => void;
}

type Listener = { readonly onRow: (row: WatchStreamRow) => void; readonly end: (error?: unknown) => void };

interface SharedWatch {
  readonly watch: WorkspaceWatch;
  readonly listeners: Set<Listener>;
  /** The rows of the latest check, for listeners that come later. */
  rows: WatchStreamRow[];
}

/** The watches of all exercises: one per exercise, however many pages look at it, and none when nobody does. */
export class Watches {
  readonly #options: WatchesOptions;
  readonly #watches = new Map<ExerciseId, SharedWatch>();

  constructor(options: WatchesOptions) {
    this.#options = options;
  }

  /** How many exercises are watched. */
  get count(): number {
    return this.#watches.size;
  }

  /**
   * Passes on rows until the signal aborts. Rejects with whatever else ended it: `shutting_down`,
   * `exercise_not_started` after a reset, `too_many_viewers`, or the system's reason.
   */
  async follow(exerciseId: ExerciseId, onRow: (row: WatchStreamRow) => void, signal: AbortSignal): Promise<void> {
    const shared = this.#watches.get(exerciseId) ?? this.#open(exerciseId);
    if (shared.listeners.size >= MAX_WATCHERS) throw tooMany();
    for (const row of shared.rows) onRow(row);
    const { promise, listener } = listen(onRow, signal);
    shared.listeners.add(listener);
    try {
      await promise;
    } finally {
      shared.listeners.delete(listener);
      if (shared.listeners.size === 0) await this.#close(exerciseId, shared);
    }
  }

  /** Runs an official check; what it writes triggers no check on save. */
  duringOfficialCheck<T>(exerciseId: ExerciseId, check: () => Promise<T>): Promise<T> {
    const shared = this.#watches.get(exerciseId);
    return shared === undefined ? check() : shared.watch.duringOfficialCheck(check);
  }

  /** Ends the watch of an exercise; its listeners are told why. */
  end(exerciseId: ExerciseId, error: PracticeError): void {
    for (const listener of this.#watches.get(exerciseId)?.listeners ?? []) listener.end(error);
  }

  #open(exerciseId: ExerciseId): SharedWatch {
    const shared: SharedWatch = { watch: this.#createWatch(exerciseId, () => shared), listeners: new Set(), rows: [] };
    this.#watches.set(exerciseId, shared);
    void shared.watch.open();
    return shared;
  }

  #createWatch(exerciseId: ExerciseId, shared: () => SharedWatch): WorkspaceWatch {
    return new WorkspaceWatch({
      workspace: this.#options.workspaceOf(exerciseId),
      check: (signal, onCriterion) => this.#options.check(exerciseId, { signal, onCriterion }),
      onSaved: () => this.#options.onSaved(exerciseId),
      onRow: (row) => publish(shared(), row),
      onFailed: (error) => {
        for (const listener of shared().listeners) listener.end(error);
      },
    });
  }

  async #close(exerciseId: ExerciseId, shared: SharedWatch): Promise<void> {
    if (this.#watches.get(exerciseId) === shared) this.#watches.delete(exerciseId);
    await shared.watch.close();
  }
}

function publish(shared: SharedWatch, row: WatchStreamRow): void {
  shared.rows = row.type === 'began' ? [row] : [...shared.rows, row];
  for (const listener of shared.listeners) listener.onRow(row);
}

function listen(
  onRow: (row: WatchStreamRow) => void,
  signal: AbortSignal,
): { promise: Promise<void>; listener: Listener } {
  let end: Listener['end'] = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return { promise, listener: { onRow, end: (error) => end(error) } };
}

function tooMany(): PracticeError {
  return new PracticeError(
    'too_many_viewers',
    `${MAX_WATCHERS} pages are already watching this exercise. Close one of them.`,
  );
}
