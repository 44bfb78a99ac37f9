import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Criterion, VerificationResult, WatchStreamRow } from '@agent-factory/protocol';
import { type Change, Changes, SETTLE_MS } from './changes.js';
import { FileStates } from './file-states.js';
import { FolderTree } from './folder-tree.js';

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

/**
 * Checks a workspace now and whenever something in it was saved. What the check itself writes must
 * not set it off again: a file that was written during two whole checks in a row counts as the
 * check's own.
 */
export class WorkspaceWatch {
  readonly #options: WorkspaceWatchOptions;
  readonly #changes: Changes;
  #tree: FolderTree | undefined;
  readonly #closing = new AbortController();
  /** The check under way, until what it wrote at its end has arrived. */
  #run: AbortController | undefined;
  #settling = false;
  #finished: Promise<void> = Promise.resolve();
  #officialChecks = 0;
  #restarts = 0;
  /** Written during the check under way, and during the last whole one. */
  #written = new Set<string>();
  #own = new Set<string>();
  #again = new Set<string>();

  constructor(options: WorkspaceWatchOptions) {
    this.#options = options;
    this.#changes = new Changes({
      isChecking: () => this.#run !== undefined || this.#officialChecks > 0,
      isChanged: (path) => this.#states?.changed(path) ?? Promise.resolve(false),
      onChanges: (changes) => this.#handleChanges(changes),
    });
  }

  #states: FileStates | undefined;

  /** Begins; a failure is told by `onFailed`. */
  async open(): Promise<void> {
    try {
      await this.#watchFiles();
      if (!this.#closing.signal.aborted) this.#begin([]);
    } catch (error) {
      this.#options.onFailed(error);
    }
  }

  /** What is written during an official check is not the student's doing either. */
  async duringOfficialCheck<T>(check: () => Promise<T>): Promise<T> {
    this.#officialChecks += 1;
    try {
      return await check();
    } finally {
      this.#officialChecks -= 1;
    }
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
    for (const path of found) await states.changed(path);
    this.#states = states;
    if (this.#closing.signal.aborted) this.#tree.close();
  }

  #handleChanges(changes: readonly Change[]): void {
    if (this.#closing.signal.aborted) return;
    for (const { path, whileChecking } of changes) if (whileChecking) this.#written.add(path);
    const news = changes.filter(({ path, whileChecking }) => !whileChecking || !this.#own.has(path));
    if (news.length === 0) return;
    this.#options.onSaved();
    const paths = news.map(({ path }) => path);
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
    this.#written = new Set();
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
      const result = await this.#options.check(signal, (criterion) => emit({ type: 'criterion', criterion }));
      emit({ type: 'result', result });
      this.#settling = true;
      await delay(SETTLE_MS, undefined, { signal });
      this.#conclude();
    } catch (error) {
      if (!signal.aborted) this.#options.onFailed(error);
    }
  }

  #conclude(): void {
    this.#run = undefined;
    this.#settling = false;
    this.#restarts = 0;
    this.#own = this.#written;
    if (this.#again.size > 0) this.#begin([...this.#again]);
  }
}
