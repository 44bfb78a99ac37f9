import type { Cell, CellField, Cursor, Screen } from './cell.js';

/** One thing that is not as it should be. Columns and rows count from 0. */
export interface Difference {
  row: number;
  col: number;
  field: CellField | 'size' | 'wrap' | 'cursor' | 'cursor visible' | 'cursor shape';
  expected: string;
  actual: string;
}

/**
 * Every cell in which two screens differ, field by field; every row that is known to continue a line, or not to, and
 * does otherwise on the other screen; and the cursor. Nothing where a viewer could not tell the screens apart.
 */
export function compareScreens(expected: Screen, actual: Screen): Difference[] {
  if (expected.cols !== actual.cols || expected.rows !== actual.rows) {
    return [{ row: 0, col: 0, field: 'size', expected: sizeOf(expected), actual: sizeOf(actual) }];
  }
  const cells = expected.cells.flatMap((line, row) =>
    line.flatMap((cell, col) => compareCells(cell, actual.cells[row]?.[col], row, col)),
  );
  return [...cells, ...compareWraps(expected, actual), ...compareCursors(expected, actual)];
}

/**
 * Without the rows that only the viewer takes for the rest of the row above. xterm.js keeps this with the row that
 * continues, so that it stays when the row above is replaced without this one being cleared: a viewer who has looked
 * on for long may have such rows, and only what is copied shows it. One that has just been drawn has none.
 */
export function withoutStaleWraps(differences: readonly Difference[]): Difference[] {
  return differences.filter(({ field, expected }) => field !== 'wrap' || expected !== 'false');
}

/** How many different cells a list of differences is about. */
export function differingCells(differences: readonly Difference[]): number {
  return new Set(differences.map(({ row, col }) => `${row},${col}`)).size;
}

/** The first differences as lines a person can read, for the message of a failing test. */
export function describeDifferences(differences: readonly Difference[], limit = 20): string {
  const lines = differences.slice(0, limit).map(describe);
  return [`${differingCells(differences)} cells differ`, ...lines].join('\n');
}

function describe({ row, col, field, expected, actual }: Difference): string {
  return `row ${row} col ${col}: ${field} should be ${JSON.stringify(expected)}, is ${JSON.stringify(actual)}`;
}

function compareCells(expected: Cell, actual: Cell | undefined, row: number, col: number): Difference[] {
  if (!actual) throw new Error(`There is no cell at row ${row}, column ${col}`);
  const [left, right] = [visible(expected), visible(actual)];
  const fields: CellField[] = ['chars', 'width', 'fg', 'bg', 'attributes', 'link'];
  return fields
    .filter((field) => left[field] !== right[field])
    .map((field) => ({ row, col, field, expected: String(left[field]), actual: String(right[field]) }));
}

/** A joiner that joins nothing, or a mark of byte order, is not seen: tmux 3.3 keeps one at times and does not send it. */
const LAST_UNSEEN = /[\u200d\ufeff]$/;

/** A blank is drawn in its background alone, unless a line or a swap of colours shows its foreground. */
function visible(cell: Cell): Cell {
  const blank = cell.chars === '' || cell.chars === ' ';
  const attributes = withoutPalette(cell.attributes);
  if (!blank) return { ...cell, attributes, chars: cell.chars.replace(LAST_UNSEEN, '') };
  const chars = cell.width === 0 ? '' : ' ';
  const showsForeground = /inverse|underline|strikethrough|overline/.test(cell.attributes);
  return { ...cell, attributes, chars, ...(!showsForeground && { fg: 'default' }) };
}

/** Colours of underlines as they are drawn: tmux 3.3 sends those of the palette as what they are made of. */
function withoutPalette(attributes: string): string {
  return attributes.replace(/palette:(\d+)/, (name, index) => paletteColour(Number(index)) ?? name);
}

/** The fixed colours of xterm's palette; the first 16 are the theme's. */
function paletteColour(index: number): string | undefined {
  if (index < 16) return undefined;
  const channels =
    index < 232
      ? [36, 6, 1]
          .map((step) => Math.floor((index - 16) / step) % 6)
          .map((level) => (level === 0 ? 0 : 55 + 40 * level))
      : Array.from({ length: 3 }, () => 8 + 10 * (index - 232));
  return `rgb:${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function compareWraps(expected: Screen, actual: Screen): Difference[] {
  return expected.wraps.flatMap((wraps, row) => {
    const other = actual.wraps[row];
    if (wraps === undefined || wraps === other) return [];
    return [{ row, col: 0, field: 'wrap' as const, expected: String(wraps), actual: String(other) }];
  });
}

function compareCursors({ cursor: expected }: Screen, { cursor: actual, cols }: Screen): Difference[] {
  // Behind the last column, one side counts the column that is to come and the other the one that was written.
  const inside = (cursor: Cursor) => ({ ...cursor, col: Math.min(cursor.col, cols - 1) });
  const sides = [
    ['cursor', place(inside(expected)), place(inside(actual))],
    ['cursor visible', String(expected.visible), String(actual.visible)],
    ['cursor shape', seenShape(expected), seenShape(actual)],
  ] as const;
  const { row, col } = expected;
  return sides
    .filter(([, left, right]) => left !== right)
    .map(([field, left, right]) => ({ row, col, field, expected: left, actual: right }));
}

/** tmux tells the shape when it shows the cursor. */
function seenShape({ visible, shape }: Cursor): string {
  return visible ? shape : 'none';
}

function sizeOf({ cols, rows }: Screen): string {
  return `${cols}x${rows}`;
}

function place({ row, col }: { row: number; col: number }): string {
  return `row ${row} col ${col}`;
}
