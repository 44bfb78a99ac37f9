import type {
  ExerciseId,
  HintResponse,
  ProgressDocument,
  ProgressImportResponse,
  ProgressResetResponse,
  SolutionResponse,
} from '@agent-factory/protocol';
import type { SessionContext } from '../sessions/context.js';
import { changeProgress } from '../store/records/progress.js';
import { findWorkspace } from '../store/records/workspaces.js';
import { KeyedQueue } from '../system/keyed-queue.js';
import { exportProgress, importProgress, resetProgress } from './documents.js';
import { revealHint } from './hints.js';
import { showSolution } from './solution.js';
import { TimeOnTask } from './time-on-task.js';

/** What changes all progress waits in a line of its own. No exercise has this name. */
const DOCUMENTS = '*';

/** What a student has done and was shown. It waits for no check and no session. */
export class Progress {
  readonly #context: SessionContext;
  readonly #queue = new KeyedQueue();
  readonly #time = new TimeOnTask();

  constructor(context: SessionContext) {
    this.#context = context;
  }

  /** One after the other: of two clicks at once the second has to wait for the ladder as anybody would. */
  revealHint(exerciseId: ExerciseId, criterion: string): Promise<HintResponse> {
    this.noteActivity(exerciseId);
    return this.#queue.run(exerciseId, () => revealHint(this.#context, exerciseId, criterion));
  }

  showSolution(exerciseId: ExerciseId, confirmed: boolean): Promise<SolutionResponse> {
    return this.#queue.run(exerciseId, () => showSolution(this.#context, exerciseId, confirmed));
  }

  /** The text of a `ProgressDocument`. */
  export(): Promise<string> {
    return exportProgress(this.#context.store);
  }

  import(document: ProgressDocument): Promise<ProgressImportResponse> {
    return this.#queue.run(DOCUMENTS, () => importProgress(this.#context.store, document));
  }

  reset(exerciseId?: ExerciseId): Promise<ProgressResetResponse> {
    return resetProgress(this.#context.store, exerciseId);
  }

  /** A sign that the student is at work: the time since the last one counts, unless it was a pause. */
  noteActivity(exerciseId: ExerciseId): void {
    const ms = this.#time.sign(exerciseId, performance.now());
    if (ms === 0) return;
    void this.#queue
      .run(exerciseId, () => this.#addTime(exerciseId, ms))
      .catch((error) => this.#context.log.error({ err: error, exerciseId }, 'Time on task was not recorded'));
  }

  /** Settles when everything asked so far is recorded. */
  async close(): Promise<void> {
    await this.#queue.idle();
  }

  async #addTime(exerciseId: ExerciseId, ms: number): Promise<void> {
    const { store } = this.#context;
    const workspace = await findWorkspace(store, exerciseId);
    if (workspace === undefined) return;
    await changeProgress(store, { exerciseId, version: workspace.version }, (progress) => ({
      ...progress,
      timeOnTaskMs: progress.timeOnTaskMs + ms,
    }));
  }
}
