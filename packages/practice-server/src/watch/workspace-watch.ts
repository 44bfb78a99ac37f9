import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from '@agent-factory/exercise-runtime';
import { type Criterion, PracticeError, type VerificationResult, type WatchStreamRow } from '@agent-factory/protocol';
import { type Change, Changes, SETTLE_MS } from './changes.js';
import { FileStates } from './file-states.js';
import { FolderTree } from './folder-tree.js';
import { OwnWrites } from './own-writes.js';

/** After so many saves in a row the check runs to its end once before it begins anew. */
const MAX_RESTARTS = 3;
/** Names of saved files that a row tells; the schema has the same. */
const MAX_NAMED = 20;

export interface WorkspaceWatchOptions {
  readonly workspace: string;
  readonly check: (signal: AbortSignal, onCriterion: (criterion: Criterion) => void) => Promise<VerificationResult>;
  readonly onRow: (row: WatchStreamRow) => void;
  /** The student saved something. */
  readonly onSaved: () => void;
  /** It cannot go on. */
  readonly onFailed: (error: unknown) => void;
}

/** Checks a workspace now and whenever something in it was saved, but not for what the check itself writes. */
export class WorkspaceWatch {
  readonly #options: WorkspaceWatchOptions;
  readonly #changes: Changes;
  #tree: FolderTree | undefined;
  #states: FileStates | undefined;
  readonly #closing = new AbortController();
  /** The check under way, until what it wrote at its end has arrived. */
  #run: AbortController | undefined;
  #settling = false;
  #finished: Promise<void> = Promise.resolve();
  readonly #ownWrites = new OwnWrites();
  #restarts = 0;
  /** Saved when it was too late to begin anew. */
  #again = new Set<string>();

  constructor(options: WorkspaceWatchOptions) {
    this.#options = options;
    this.#changes = new Changes({
      look: async (path) => (await this.#states?.look(path)) ?? { changed: false, writtenAt: undefined },
      onChanges: (changes) => this.#handleChanges(changes),
    });
  }

  /** Begins; a failure is told by `onFailed`. */
  async open(): Promise<void> {
    try {
      await this.#watchFiles();
      if (!this.#closing.signal.aborted) this.#begin([]);
    } catch (error) {
      this.#options.onFailed(cannotWatch(error, this.#options.workspace));
    }
  }

  /** What is written during an official check is not the student's doing either. */
  duringOfficialCheck<T>(check: () => Promise<T>): Promise<T> {
    const checkEnds = this.#ownWrites.checkBegins();
    return check().finally(checkEnds);
  }

  /** Ends the check under way and lets go of every watch. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#tree?.close();
    this.#changes.close();
    await this.#finished;
  }

  async #watchFiles(): Promise<void> {
    const root = await realpath(this.#options.workspace);
    const states = new FileStates(root);
    const found: string[] = [];
    this.#tree = new FolderTree({
      root,
      onFound: (path) => found.push(path),
      onEvent: (path) => this.#changes.note(path),
    });
    await this.#tree.open();
    for (const path of found) await states.look(path);
    this.#states = states;
    if (this.#closing.signal.aborted) this.#tree.close();
  }

  #handleChanges(changes: readonly Change[]): void {
    if (this.#closing.signal.aborted) return;
    const paths = this.#ownWrites.sift(changes);
    if (paths.length === 0) return;
    this.#options.onSaved();
    if (this.#run === undefined) this.#begin(paths);
    else if (this.#settling || this.#restarts >= MAX_RESTARTS) for (const path of paths) this.#again.add(path);
    else this.#restart(paths);
  }

  #restart(changed: readonly string[]): void {
    this.#restarts += 1;
    this.#run?.abort();
    this.#begin(changed);
  }

  #begin(changed: readonly string[]): void {
    const run = new AbortController();
    this.#run = run;
    this.#settling = false;
    this.#ownWrites.forget();
    this.#again = new Set();
    const before = this.#finished;
    this.#finished = before.then(() => this.#check(run, changed));
  }

  async #check(run: AbortController, changed: readonly string[]): Promise<void> {
    const signal = AbortSignal.any([run.signal, this.#closing.signal]);
    if (signal.aborted) return;
    const emit = (row: WatchStreamRow): void => (signal.aborted ? undefined : this.#options.onRow(row));
    try {
      emit({ type: 'began', changed: changed.slice(0, MAX_NAMED) });
      const result = await this.#runCheck(signal, (criterion) => emit({ type: 'criterion', criterion }));
      emit({ type: 'result', result });
      this.#settling = true;
      await delay(SETTLE_MS, undefined, { signal });
      this.#conclude();
    } catch (error) {
      if (!signal.aborted) this.#options.onFailed(error);
    }
  }

  async #runCheck(signal: AbortSignal, onCriterion: (criterion: Criterion) => void): Promise<VerificationResult> {
    const checkEnds = this.#ownWrites.checkBegins();
    return this.#options.check(signal, onCriterion).finally(checkEnds);
  }

  #conclude(): void {
    this.#run = undefined;
    this.#settling = false;
    this.#restarts = 0;
    this.#ownWrites.checkEnded();
    if (this.#again.size > 0) this.#begin([...this.#again]);
  }
}

/** The system may have no more watches to give, or the folder may be gone; what is no system error is a bug. */
function cannotWatch(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  const message = `${path} cannot be watched (${code}). Check My Work still works; press Practice if the folder is gone.`;
  return new PracticeError('workspace_failed', message, { path, reason: code }, { cause: error });
}
