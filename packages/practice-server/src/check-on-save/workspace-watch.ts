import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from '@agent-factory/exercise-runtime';
import { type Criterion, PracticeError, type VerificationResult } from '@agent-factory/protocol';
import type { WatchStreamRow } from '@agent-factory/protocol/watch';
import { type Change, Changes, SETTLE_MS } from './changes.js';
import { type FileLook, FileStates } from './file-states.js';
import { FolderTree } from './folder-tree.js';
import { OwnWrites } from './own-writes.js';

/** After this many restarts in a row, the check is completed once before it starts again. */
const MAX_RESTARTS = 3;
/**
 * This many checks in a row may be triggered only by what was written during the previous one: a
 * student may have saved while it ran. After that, it must be the check that writes, and only a save
 * while no check runs triggers another.
 */
const MAX_SELF_RUNS = 3;
/** How many saved files a row names; the schema has the same limit. */
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

/** Checks a workspace now and whenever something in it is saved, but not for what the check itself writes. */
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
  /** Paths that were saved when it was too late to restart the check. */
  #again = new Set<string>();
  /** Checks in a row that were triggered only by what was written during the previous one. */
  #selfRuns = 0;

  constructor(options: WorkspaceWatchOptions) {
    this.#options = options;
    this.#changes = new Changes({
      look: async (path) => (await this.#states?.look(path)) ?? UNCHANGED,
      onChanges: (changes) => this.#handleChanges(changes),
    });
  }

  /** Starts; a failure goes to `onFailed`. */
  async open(): Promise<void> {
    try {
      await this.#watchFiles();
      if (!this.#closing.signal.aborted) this.#begin([]);
    } catch (error) {
      this.#options.onFailed(cannotWatch(error, this.#options.workspace));
    }
  }

  /** What is written during an official check does not count as the student's, either. */
  duringOfficialCheck<T>(check: () => Promise<T>): Promise<T> {
    const checkEnds = this.#ownWrites.checkBegins();
    return check().finally(checkEnds);
  }

  /** Ends the check under way and closes every watch. */
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
    const { saved, meanwhile, made } = this.#ownWrites.sift(changes);
    if (saved.length > 0) this.#selfRuns = 0;
    const students = this.#mayBeSelf() ? [...saved, ...meanwhile] : saved;
    if (students.length > 0) this.#options.onSaved();
    for (const path of this.#mayBeSelf() ? [...students, ...made] : students) this.#again.add(path);
    if (this.#run === undefined) this.#beginAgain(saved.length === 0);
    else if (students.length > 0 && !this.#settling && this.#restarts < MAX_RESTARTS) this.#restart(students);
  }

  #mayBeSelf(): boolean {
    return this.#selfRuns < MAX_SELF_RUNS;
  }

  /** Starts another check if something was saved since the last one started. */
  #beginAgain(isSelf: boolean): void {
    if (this.#again.size === 0) return;
    if (isSelf) this.#selfRuns += 1;
    this.#begin([...this.#again]);
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
    this.#beginAgain(true);
  }
}

/** The answer while no file has been looked at yet. */
const UNCHANGED: FileLook = { changed: false, created: false, writtenAt: undefined };

/** The system may have no more watches to give, or the folder may be gone; any other error is a bug. */
function cannotWatch(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  const message = `${path} cannot be watched (${code}). Check My Work still works; press Practice if the folder is gone.`;
  return new PracticeError('workspace_failed', message, { path, reason: code }, { cause: error });
}
