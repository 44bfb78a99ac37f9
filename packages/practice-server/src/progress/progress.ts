import type { ExerciseId } from '@agent-factory/protocol';
import type { ProgressDocument, ProgressImportResponse, ProgressResetResponse } from '@agent-factory/protocol/progress';
import type { Foundation } from '../foundation.js';
import type { Judged } from '../sessions/hooks.js';
import { changeProgress } from '../store/records/progress.js';
import { withAttempt } from '../store/records/progress-changes.js';
import { findWorkspace } from '../store/records/workspaces.js';
import { KeyedQueue } from '../system/keyed-queue.js';
import { exportProgress, importProgress, resetProgress } from './documents.js';
import { TimeOnTask } from './time-on-task.js';

/** The queue of what changes all progress. No exercise has this name. */
const DOCUMENTS = '*';

/** What a student has done. It waits for no check or session. */
export class Progress {
  readonly #foundation: Foundation;
  readonly #queue = new KeyedQueue();
  readonly #time = new TimeOnTask();

  constructor(foundation: Foundation) {
    this.#foundation = foundation;
  }

  /** Counts a check as an attempt, and records what passed. */
  record({ exerciseId, version, at, result }: Judged): Promise<void> {
    const { store } = this.#foundation;
    return changeProgress(store, { exerciseId, version }, (progress) => withAttempt(progress, { at, ...result }));
  }

  /** The text of a `ProgressDocument`. */
  export(): Promise<string> {
    return exportProgress(this.#foundation.store);
  }

  import(document: ProgressDocument): Promise<ProgressImportResponse> {
    return this.#queue.run(DOCUMENTS, async () => {
      const imported = await importProgress(this.#foundation.store, document);
      this.#foundation.events.append({ type: 'progress_changed', data: { reason: 'import' } });
      return imported;
    });
  }

  async reset(exerciseId?: ExerciseId): Promise<ProgressResetResponse> {
    const response = await resetProgress(this.#foundation.store, exerciseId);
    this.#foundation.events.append({ exerciseId, type: 'progress_changed', data: { reason: 'reset' } });
    return response;
  }

  /** A sign that the student is at work: the time since the last one counts, unless it was a pause. */
  noteActivity(exerciseId: ExerciseId): void {
    const ms = this.#time.sign(exerciseId, performance.now());
    if (ms === 0) return;
    void this.#queue
      .run(exerciseId, () => this.#addTime(exerciseId, ms))
      .catch((error) => this.#foundation.log.error({ err: error, exerciseId }, 'Time on task was not recorded'));
  }

  /** Settles when everything asked for so far is recorded. */
  async close(): Promise<void> {
    await this.#queue.idle();
  }

  async #addTime(exerciseId: ExerciseId, ms: number): Promise<void> {
    const { store } = this.#foundation;
    const workspace = await findWorkspace(store, exerciseId);
    if (workspace === undefined) return;
    await changeProgress(store, { exerciseId, version: workspace.version }, (progress) => ({
      ...progress,
      timeOnTaskMs: progress.timeOnTaskMs + ms,
    }));
  }
}
