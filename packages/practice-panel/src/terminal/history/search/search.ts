import { type ISearchOptions, SearchAddon } from '@xterm/addon-search';
import { Emitter } from '../../../client/store/emitter.js';
import type { TerminalHistory } from '../history.js';
import { marksFor } from './find-colours.js';

/** Most matches that are counted and marked; a term with more should be made longer. */
const MOST_FINDS = 5000;

/** What was found. `at` counts from 1. */
export interface Finds {
  readonly count: number;
  readonly at: number;
  /** There are more than are counted, and the position among them is unknown. */
  readonly isMore: boolean;
}

/** Finds text in the whole history and the screen below it. */
export class HistorySearch {
  readonly finds = new Emitter<Finds>();
  readonly #history: TerminalHistory;
  #addon: SearchAddon | undefined;
  #letGo: (() => void) | undefined;
  /** How the last search compared, and in which colours it marked. */
  #way = '';

  constructor(history: TerminalHistory) {
    this.#history = history;
  }

  /** Opens the history for searching; false if it cannot be read. */
  async open(): Promise<boolean> {
    this.#letGo ??= this.#history.hold();
    if (!(await this.#history.openWhole())) {
      this.close();
      return false;
    }
    if (this.#addon !== undefined || this.#letGo === undefined) return true;
    // One more than is counted: it shows whether there are more.
    const addon = new SearchAddon({ highlightLimit: MOST_FINDS + 1 });
    this.#history.shown.loadAddon(addon);
    this.#history.marksFinds = true;
    addon.onDidChangeResults(({ resultCount, resultIndex }) => {
      const count = Math.min(resultCount, MOST_FINDS);
      this.finds.emit({ count, at: resultIndex + 1, isMore: resultCount > count });
    });
    this.#addon = addon;
    return true;
  }

  /** The match above the current one, starting from the newest text. */
  previous(term: string, caseSensitive: boolean, incremental = false): void {
    this.#addon?.findPrevious(term, this.#options(caseSensitive, incremental));
  }

  next(term: string, caseSensitive: boolean): void {
    this.#addon?.findNext(term, this.#options(caseSensitive, false));
  }

  /** Removes the marks. The last match stays selected and visible. */
  close(): void {
    this.#letGo?.();
    this.#letGo = undefined;
    this.#addon?.dispose();
    this.#addon = undefined;
    this.#history.marksFinds = false;
  }

  #options(caseSensitive: boolean, incremental: boolean): ISearchOptions {
    const decorations = marksFor(this.#history.shown.options.theme);
    const way = `${caseSensitive} ${decorations.matchBackground}`;
    // The add-on counts and marks again for another term, but not for another way of searching.
    if (way !== this.#way) this.#addon?.clearDecorations();
    this.#way = way;
    return { caseSensitive, incremental, decorations };
  }
}
