/** One character cell of a screen, in the words that both sides of a comparison share. */
export interface Cell {
  /** What is drawn; empty in a blank cell and in the second half of a wide character. */
  chars: string;
  /** 2 for a wide character, 0 for the cell after it, 1 for everything else. */
  width: number;
  /** `default`, `palette:<0-255>` or `rgb:<six hex digits>`. */
  fg: string;
  bg: string;
  /** Names of the attributes that are on, in a fixed order, separated by spaces. */
  attributes: string;
  /** Where a program's link (OSC 8) leads; empty without one. */
  link: string;
}

/** Columns and rows count from 0. */
export interface Cursor {
  col: number;
  row: number;
  visible: boolean;
  /** What a program asked for (DECSCUSR), such as `bar blinking`; `default` if none did. */
  shape: string;
}

/** A whole screen as somebody sees it. */
export interface Screen {
  cols: number;
  rows: number;
  cells: Cell[][];
  /** For each row, whether it continues the line of the row above it; undefined where nobody can tell. */
  wraps: (boolean | undefined)[];
  cursor: Cursor;
}

/** Cells differ in one of these. */
export type CellField = keyof Cell;
