import type { BadgeState } from '@agent-factory/protocol/stages';
import type { Terminal } from '@xterm/xterm';
import type { MarkerLook } from '../../client/markers/marker-look.js';
import { badgeCells } from './badge-cells.js';
import { type CellRows, findPlaces, type MarkerPlace } from './find-places.js';
import { findTail } from './find-tail.js';
import { drawnCell } from './look.js';
import { type CellLine, cellsOf, type RawCell, type TerminalCells } from './xterm-cells.js';

/** Rows that are looked through before the page may do something else: a few milliseconds. */
const ROWS_AT_A_TIME = 2000;

/** A cell of a badge, and what the program has put there. */
interface CoveredCell {
  readonly line: CellLine;
  readonly col: number;
  readonly cell: RawCell;
}

/** Draws the tutor's markers in a terminal as badges, in the very cells of its buffer: all who read it see them. */
export class MarkerPainter {
  readonly #terminal: Terminal;
  readonly #cells: TerminalCells | undefined;
  readonly #look: MarkerLook;
  readonly #stop: () => void;
  #covered: CoveredCell[] = [];
  /** What was found at the last painting. */
  #places: readonly MarkerPlace[] = [];
  /** What is drawn, and where. */
  #drawn = '';
  #isUncovered = false;
  #isDisposed = false;

  constructor(terminal: Terminal, look: MarkerLook) {
    this.#terminal = terminal;
    this.#look = look;
    this.#cells = cellsOf(terminal);
    this.#cells?.aroundResizing(
      () => this.#uncover(),
      () => this.repaint(),
    );
    this.#stop = look.onChange(() => {
      this.#uncover();
      this.repaint();
    });
  }

  /** What was found when it was last painted. */
  get places(): readonly MarkerPlace[] {
    return this.#places;
  }

  /**
   * From now on, whatever is written is drawn with badges before it can be seen. The parser always works on what the
   * program has printed: what it moves, overwrites or joins is never a badge.
   */
  follow(): void {
    this.#cells?.beforeParsing(() => {
      if (this.#isUncovered) return;
      this.#uncover();
      this.#isUncovered = true;
      // Behind all that is parsed in this turn, and before the page is painted or another turn reads the cells.
      queueMicrotask(() => this.#isUncovered && this.repaint());
    });
  }

  /** Draws all badges now, over cells that are as the program has printed them. */
  repaint(): void {
    if (this.#isDisposed || this.#cells === undefined) return;
    this.#isUncovered = false;
    const rows = this.#rows(this.#cells);
    this.#places = [...asList(findTail(rows, this.#places)), ...findPlaces(rows)];
    const drawn = this.#cover(this.#places);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#terminal.refresh(0, this.#terminal.rows - 1);
  }

  /** Draws the badges of a terminal with many rows that has none yet, without ever blocking the page for long. */
  async paint(isWanted: () => boolean): Promise<void> {
    const cells = this.#cells;
    for (let from = 0; cells !== undefined && from < cells.lines.length; from += ROWS_AT_A_TIME) {
      if (from > 0) await new Promise((resolve) => setTimeout(resolve));
      if (this.#isDisposed || !isWanted()) return;
      const rows = this.#rows(cells);
      if (from === 0) this.#drawn += this.#cover(asList(findTail(rows, [])));
      this.#drawn += this.#cover(findPlaces(rows, from, Math.min(from + ROWS_AT_A_TIME, rows.length)));
    }
  }

  /** The terminal was emptied. */
  forget(): void {
    this.#covered = [];
    this.#places = [];
    this.#drawn = '';
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stop();
    this.forget();
  }

  #rows({ lines }: TerminalCells): CellRows {
    const { cols } = this.#terminal;
    return {
      length: lines.length,
      lengthOf: () => cols,
      codeAt: (row, col) => lines.get(row)?.getCodePoint(col) ?? 0,
      find(row, code, from) {
        const line = lines.get(row);
        const end = Math.min(cols, line?.length ?? 0);
        for (let col = from; col < end; col += 1) if (line?.getCodePoint(col) === code) return col;
        return -1;
      },
    };
  }

  /** Puts back what the program has printed: the latest first, as badges of wrapped markers may lie over each other. */
  #uncover(): void {
    for (const { line, col, cell } of this.#covered.reverse()) if (col < line.length) line.setCell(col, cell);
    this.#covered = [];
  }

  /** Returns what was drawn, in words that differ where anything looks different. */
  #cover(places: readonly MarkerPlace[]): string {
    let drawn = '';
    for (const place of places) {
      if (!this.#look.isDrawn(place.text)) continue;
      const state = place.marker === undefined ? 'pending' : this.#look.stateOf(place.marker);
      this.#coverPlace(place, state);
      drawn += `${place.cells.map(({ row, col }) => `${row}:${col}`)} ${place.text} ${state}\n`;
    }
    return drawn;
  }

  #coverPlace(place: MarkerPlace, state: BadgeState): void {
    for (const { row, col, character } of badgeCells(place, state)) {
      const line = this.#cells?.lines.get(row);
      if (line === undefined) continue;
      const cell = line.loadCell(col, { content: 0, fg: 0, bg: 0 });
      this.#covered.push({ line, col, cell });
      line.setCell(col, drawnCell(cell, character, state));
    }
  }
}

function asList<T>(one: T | undefined): T[] {
  return one === undefined ? [] : [one];
}
