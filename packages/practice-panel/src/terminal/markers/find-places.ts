import { isUnfinishedMarker, type Marker, MarkerReader, parseMarker } from '@agent-factory/protocol/stages';

/** Rows of cells, each with the code of its character: a screen, or lines of text. */
export interface CellRows {
  readonly length: number;
  lengthOf(row: number): number;
  /** 0 where there is nothing. */
  codeAt(row: number, col: number): number;
  /** The first column from there on that holds this character; -1 if none does. Most rows are only asked this. */
  find(row: number, code: number, from: number): number;
}

/** Cells side by side. */
export interface Cells {
  readonly row: number;
  readonly col: number;
  length: number;
}

/** A marker among the rows, or the beginning of one that nothing follows. */
export interface MarkerPlace {
  readonly text: string;
  /** Undefined of a beginning, and of an end of which no more is known. */
  readonly marker: Marker | undefined;
  /** Where it stands: in several rows if it is wrapped. */
  readonly cells: readonly Cells[];
  /** The rows in which it began are gone: the cells are those of its end. */
  readonly isTail?: boolean;
}

const OPENING = '['.charCodeAt(0);
/** With what markers go on. */
const SECOND: ReadonlySet<number> = new Set([...'SDP'].map((second) => second.charCodeAt(0)));
const BLANK = ' '.charCodeAt(0);
/** What programs draw at the side of text: frames, bars of quotations, scroll bars. */
const SIDES: ReadonlySet<number> = new Set([...'|│┃║╎┆┊╏╷╵▎▍▏▌▐█▓░'].map((side) => side.charCodeAt(0)));
/** Columns of text side by side that are told apart: no program draws more. */
const MAX_SIDES = 8;

/** All markers that begin in these rows, wherever they wrap. */
export function findPlaces(rows: CellRows, from = 0, to = rows.length): MarkerPlace[] {
  const places: MarkerPlace[] = [];
  for (let row = from; row < to; row += 1) {
    for (let col = rows.find(row, OPENING, 0); col >= 0; col = rows.find(row, OPENING, col + 1)) {
      if (!mayBegin(rows, row, col)) continue;
      const place = new PlaceReader(rows, row, col).read();
      if (place !== undefined) places.push(place);
    }
  }
  return places;
}

/** Whether it is worth reading on: most brackets are others, and a screen may be full of them. */
function mayBegin(rows: CellRows, row: number, col: number): boolean {
  const next = col + 1 < rows.lengthOf(row) ? rows.codeAt(row, col + 1) : 0;
  return SECOND.has(next) || isBlank(next) || isSide(next);
}

/** Reads one marker through the rows over which it is wrapped, whether by the terminal or by a program in a frame. */
class PlaceReader {
  readonly #rows: CellRows;
  readonly #reader = new MarkerReader();
  readonly #cells: Cells[] = [];
  /** What there was before the first wrap. */
  #beforeWrap: MarkerPlace | undefined;

  constructor(rows: CellRows, row: number, col: number) {
    this.#rows = rows;
    this.#cells.push({ row, col, length: 0 });
  }

  read(): MarkerPlace | undefined {
    for (let at = this.#last; ; ) {
      this.#readRow(at);
      if (this.#reader.isComplete) return this.#place();
      if (!this.#endsRow(at.row, at.col + at.length)) return this.#beforeWrap;
      this.#beforeWrap ??= this.#unfinished();
      const next = this.#continuation(at.row + 1);
      if (next === undefined) return this.#unfinished();
      at = next;
      this.#cells.push(at);
    }
  }

  get #last(): Cells {
    const last = this.#cells.at(-1);
    if (last === undefined) throw new Error('A place without cells');
    return last;
  }

  #readRow(at: Cells): void {
    const length = this.#rows.lengthOf(at.row);
    while (at.col + at.length < length && this.#reader.take(this.#rows.codeAt(at.row, at.col + at.length))) {
      at.length += 1;
      if (this.#reader.isComplete) return;
    }
  }

  /** Whether nothing follows in this row but what stands at the side of the text. */
  #endsRow(row: number, from: number): boolean {
    const col = skip(this.#rows, row, from, isBlank);
    return col >= this.#rows.lengthOf(row) || isSide(this.#rows.codeAt(row, col));
  }

  /** Where the marker goes on in the next row: at its first character, in the column of text in which it began. */
  #continuation(row: number): Cells | undefined {
    if (row >= this.#rows.length) return undefined;
    for (const left of this.#leftSides()) {
      const col = skip(this.#rows, row, left, (code) => isBlank(code) || isSide(code));
      if (col < this.#rows.lengthOf(row) && this.#continues(row, col)) return { row, col, length: 0 };
    }
    return undefined;
  }

  /** Whether the character there is the next of the marker. It is read when its row is. */
  #continues(row: number, col: number): boolean {
    return this.#reader.clone().take(this.#rows.codeAt(row, col));
  }

  /** Columns behind what stands at the left side of the marker, the nearest first, and the first column. */
  #leftSides(): number[] {
    const [{ row, col } = this.#last] = this.#cells;
    const sides: number[] = [];
    for (let left = col - 1; left >= 0 && sides.length < MAX_SIDES; left -= 1) {
      if (isSide(this.#rows.codeAt(row, left))) sides.push(left + 1);
    }
    return [...sides, 0];
  }

  #unfinished(): MarkerPlace | undefined {
    return isUnfinishedMarker(this.#reader.text) ? this.#place() : undefined;
  }

  #place(): MarkerPlace {
    const { text } = this.#reader;
    return { text, marker: parseMarker(text), cells: this.#cells.map((cells) => ({ ...cells })) };
  }
}

/** The first column from there on that holds something else. */
export function skip(rows: CellRows, row: number, from: number, isSkipped: (code: number) => boolean): number {
  const length = rows.lengthOf(row);
  let col = from;
  while (col < length && isSkipped(rows.codeAt(row, col))) col += 1;
  return col;
}

export function isSide(code: number): boolean {
  return SIDES.has(code);
}

export function isBlank(code: number): boolean {
  return code === 0 || code === BLANK;
}
