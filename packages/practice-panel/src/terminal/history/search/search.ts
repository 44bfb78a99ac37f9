import { type ISearchOptions, SearchAddon } from '@xterm/addon-search';
import { Emitter } from '../../../client/store/emitter.js';
import type { TerminalHistory } from '../history.js';
import { marksFor } from '../pages/find-colours.js';

/** Most finds that are counted and marked; a term with more is a term to be made longer. */
const MOST_FINDS = 5000;

/** What was found. `at` counts from 1. */
export interface Finds {
  readonly count: number;
  readonly at: number;
  /** There are more than are counted, and where among them is not known. */
  readonly isMore: boolean;
}

/** Finds text in the whole history and the screen below it. */
export class HistorySearch {
  readonly finds = new Emitter<Finds>();
  readonly #history: TerminalHistory;
  #addon: SearchAddon | undefined;
  #letGo: (() => void) | undefined;
  /** How was compared, and in which colour marked. */
  #way = '';

  constructor(history: TerminalHistory) {
    this.#history = history;
  }

  /** Opens the history for searching; false where it cannot be read. */
  async open(): Promise<boolean> {
    this.#letGo ??= this.#history.hold();
    if (!(await this.#history.openWhole())) {
      this.close();
      return false;
    }
    if (this.#addon !== undefined || this.#letGo === undefined) return true;
    // One more than is counted: it tells whether there are more.
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

  /** The find above the present one, from the newest text on. */
  previous(term: string, caseSensitive: boolean, incremental = false): void {
    this.#addon?.findPrevious(term, this.#options(caseSensitive, incremental));
  }

  next(term: string, caseSensitive: boolean): void {
    this.#addon?.findNext(term, this.#options(caseSensitive, false));
  }

  /** Takes the marks away. What was found last stays selected and in sight. */
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
    // The add-on counts and marks anew for another term, but not for another way of doing so.
    if (way !== this.#way) this.#addon?.clearDecorations();
    this.#way = way;
    return { caseSensitive, incremental, decorations };
  }
}
