import { Terminal } from '@xterm/xterm';
import type { MarkerLook } from '../../src/client/markers/marker-look.js';
import { type CellRows, findPlaces } from '../../src/terminal/markers/find-places.js';
import { MarkerPainter } from '../../src/terminal/markers/painter.js';

/** Every marker is the tutor's, and counts. */
export const ALL_DRAWN: MarkerLook = {
  stateOf: () => 'complete',
  isDrawn: () => true,
  onChange: () => () => {},
};

/** A terminal that draws markers as badges, and one that has got the same without drawing any. */
export class MarkedTerminal {
  readonly drawn: Terminal;
  readonly plain: Terminal;
  readonly #painter: MarkerPainter;

  constructor(size: { readonly cols: number; readonly rows: number }, look = ALL_DRAWN) {
    this.drawn = new Terminal({ ...size, scrollback: 20, allowProposedApi: true });
    this.plain = new Terminal({ ...size, scrollback: 20, allowProposedApi: true });
    this.#painter = new MarkerPainter(this.drawn, look);
    this.#painter.follow();
  }

  async write(data: string | Uint8Array): Promise<void> {
    await Promise.all([this.drawn, this.plain].map((terminal) => written(terminal, data)));
  }

  resize(cols: number, rows: number): void {
    for (const terminal of [this.drawn, this.plain]) terminal.resize(cols, rows);
  }

  /** All rows as text, those that the terminal has wrapped as one. */
  get text(): string {
    return textOf(this.drawn);
  }

  /** Where they differ: cells that belong to no marker, as words. Empty if badges are all there is. */
  differences(): string[] {
    const covered = new Set(
      this.#painter.places.flatMap(({ cells }) =>
        cells.flatMap(({ row, col, length }) => Array.from({ length }, (_, at) => `${row}:${col + at}`)),
      ),
    );
    const differing = [...allCells(this.plain)].flatMap(([place, cell]) => {
      const other = cellAt(this.drawn, place);
      return cell === other || covered.has(place) ? [] : [`${place} is ${other}, not ${cell}`];
    });
    const cursors = [this.plain, this.drawn].map(({ buffer: { active } }) => `${active.cursorX}:${active.cursorY}`);
    return cursors[0] === cursors[1] ? differing : [...differing, `cursor at ${cursors[1]}, not ${cursors[0]}`];
  }

  /** Markers of the terminal without badges that are seen in the other, wrapped ones too. */
  seen(): string[] {
    const { codeAt } = rowsOf(this.drawn);
    return findPlaces(rowsOf(this.plain)).flatMap(({ text, marker, cells }) => {
      const codes = cells.flatMap(({ row, col, length }) => Array.from({ length }, (_, at) => codeAt(row, col + at)));
      return marker !== undefined && String.fromCharCode(...codes) === text ? [text] : [];
    });
  }

  dispose(): void {
    this.#painter.dispose();
    this.drawn.dispose();
    this.plain.dispose();
  }
}

export function written(terminal: Terminal, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => terminal.write(data, resolve));
}

export function textOf({ cols, buffer: { active } }: Terminal): string {
  let text = '';
  for (let row = 0; row < active.length; row += 1) {
    const wraps = active.getLine(row + 1)?.isWrapped === true;
    text += (active.getLine(row)?.translateToString(!wraps, 0, cols) ?? '') + (wraps ? '' : '\n');
  }
  return text;
}

function rowsOf(terminal: Terminal): CellRows {
  const { active } = terminal.buffer;
  const codeAt = (row: number, col: number) => active.getLine(row)?.getCell(col)?.getCode() ?? 0;
  return {
    length: active.length,
    lengthOf: () => terminal.cols,
    codeAt,
    find(row, code, from) {
      const columns = Array.from({ length: terminal.cols }, (_, col) => col);
      return columns.find((col) => col >= from && codeAt(row, col) === code) ?? -1;
    },
  };
}

function* allCells(terminal: Terminal): Generator<[string, string]> {
  for (let row = 0; row < terminal.buffer.active.length; row += 1) {
    for (let col = 0; col < terminal.cols; col += 1) yield [`${row}:${col}`, cellAt(terminal, `${row}:${col}`)];
  }
}

/** All that is drawn of a cell. */
function cellAt(terminal: Terminal, place: string): string {
  const [row = 0, col = 0] = place.split(':').map(Number);
  const cell = terminal.buffer.active.getLine(row)?.getCell(col);
  if (cell === undefined) return 'missing';
  const attributes = [cell.isBold(), cell.isDim(), cell.isInverse(), cell.isUnderline(), cell.isItalic()].map(Boolean);
  const colours = [cell.getFgColorMode(), cell.getFgColor(), cell.getBgColorMode(), cell.getBgColor()];
  return JSON.stringify([cell.getChars(), cell.getWidth(), ...colours, ...attributes]);
}
