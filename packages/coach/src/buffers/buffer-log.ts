import { SIGNIFICANT_CHARS, SIGNIFICANT_SHARE, SUMMARY_INTERVAL_MS } from '@agent-factory/protocol/coach';
import { type Clock, systemClock } from './clock.js';

/** Several times as many files as can be open. */
const MAX_FILES = 1000;

/** What was typed in one file since the last summary. */
interface BufferSummary {
  readonly path: string;
  readonly editCount: number;
  /** Characters since the last entry of this file in the log; negative if there are fewer. */
  readonly charDelta: number;
  readonly charCount: number;
}

/** So much was typed, pasted or deleted at once that it does not wait for the summary. */
interface SignificantChange {
  readonly path: string;
  readonly previousCharCount: number;
  readonly newCharCount: number;
  readonly delta: number;
}

export interface BufferLogOptions {
  readonly onSummary: (summary: BufferSummary) => void;
  readonly onSignificantChange: (change: SignificantChange) => void;
  readonly clock?: Clock;
}

/** A file's text after an edit. */
export interface Edit {
  readonly path: string;
  /** Characters after it, and before it. */
  readonly charCount: number;
  readonly previousCharCount: number;
  /** The text differs from the saved one. */
  readonly dirty: boolean;
}

interface LogState {
  lastLoggedCharCount: number;
  editCountSinceLastLog: number;
  charCount: number;
  dirty: boolean;
}

/** Tells of edits as the action log has them: summed up, and at once where much changes (spec FR-043, FR-044). */
export class BufferLog implements Disposable {
  readonly #options: BufferLogOptions;
  readonly #states = new Map<string, LogState>();
  readonly #stop: () => void;
  #isClosed = false;

  constructor(options: BufferLogOptions) {
    this.#options = options;
    this.#stop = (options.clock ?? systemClock).every(SUMMARY_INTERVAL_MS, () => this.#summarise());
  }

  edited({ path, charCount, previousCharCount, dirty }: Edit): void {
    if (this.#isClosed) return;
    const state = this.#stateOf(path, previousCharCount);
    state.editCountSinceLastLog += 1;
    state.charCount = charCount;
    state.dirty = dirty;
    const previous = state.lastLoggedCharCount;
    if (!isSignificant(previous, charCount)) return;
    state.lastLoggedCharCount = charCount;
    this.#options.onSignificantChange({
      path,
      previousCharCount: previous,
      newCharCount: charCount,
      delta: charCount - previous,
    });
  }

  /** The file is on the disk as it is in the editor: nothing of it is left to sum up. */
  saved(path: string): void {
    const state = this.#states.get(path);
    if (state === undefined) return;
    state.dirty = false;
  }

  forget(path: string): void {
    this.#states.delete(path);
  }

  /** Nothing is told any more; what was not summed up yet is not. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
    this.#states.clear();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #stateOf(path: string, charCount: number): LogState {
    const known = this.#states.get(path);
    if (known !== undefined) return known;
    const state = { lastLoggedCharCount: charCount, editCountSinceLastLog: 0, charCount, dirty: false };
    this.#states.set(path, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > MAX_FILES && oldest !== undefined) this.#states.delete(oldest);
    return state;
  }

  #summarise(): void {
    for (const [path, state] of this.#states) {
      const { dirty, editCountSinceLastLog: editCount, charCount, lastLoggedCharCount } = state;
      if (!dirty || editCount === 0) continue;
      state.lastLoggedCharCount = charCount;
      state.editCountSinceLastLog = 0;
      this.#options.onSummary({ path, editCount, charDelta: charCount - lastLoggedCharCount, charCount });
    }
  }
}

function isSignificant(previous: number, now: number): boolean {
  const delta = Math.abs(now - previous);
  return delta > SIGNIFICANT_CHARS || delta > previous * SIGNIFICANT_SHARE;
}
