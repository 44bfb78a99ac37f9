import { MAX_MARKER_LENGTH } from '@agent-factory/protocol/stages';
import { type CellRows, type Cells, isBlank, isSide, type MarkerPlace, skip } from './find-places.js';

const CLOSING = ']'.charCodeAt(0);

/** Ends of markers that are those of nothing else likely. */
const TAIL = new RegExp(
  [
    `(?:${endsOf('[STAGE_COMPLETE:', 2)})\\d{1,9}\\]`,
    endsOf('[DUNGEON_COMPLETE]', 4).replaceAll(']', '\\]'),
    `(?:(?:${endsOf('[PAYMENT_CONFIRMED:', 2)})?\\d{1,9})?:0x[a-fA-F0-9]{1,64}\\]`,
    '(?:0?x)?[a-fA-F0-9]{8,64}\\]',
  ]
    .map((form) => `^(?:${form})$`)
    .join('|'),
);

/**
 * The end of a marker whose beginning has scrolled off the top, where a row of a wrapped marker was the first that is
 * left. `before` are the markers as they were found before something was printed: of them, the shortest end is known.
 */
export function findTail(rows: CellRows, before: readonly MarkerPlace[]): MarkerPlace | undefined {
  const read = rows.length > 0 ? readTail(rows) : undefined;
  if (read === undefined) return undefined;
  const known = before.find((place) => endsIn(place).includes(read.text));
  if (known === undefined && !TAIL.test(read.text)) return undefined;
  return { text: known?.text ?? read.text, marker: known?.marker, cells: read.cells, isTail: true };
}

/** What was left of a place after each of its rows. A tail may lose further rows. */
function endsIn({ text, cells, isTail }: MarkerPlace): string[] {
  const total = cells.reduce((sum, { length }) => sum + length, 0);
  const tail = text.slice(text.length - total);
  let start = 0;
  const ends = cells.map(({ length }) => {
    const end = tail.slice(start);
    start += length;
    return end;
  });
  return isTail === true ? ends : ends.slice(1);
}

/** Reads from the first row to the first `]`, on through rows that are full of it. */
function readTail(rows: CellRows): Pick<MarkerPlace, 'text' | 'cells'> | undefined {
  const cells: Cells[] = [];
  let text = '';
  for (let row = 0; row < rows.length && text.length < MAX_MARKER_LENGTH; row += 1) {
    const from = skip(rows, row, 0, (code) => isBlank(code) || isSide(code));
    const part = readPart(rows, row, from);
    text += part;
    cells.push({ row, col: from, length: part.length });
    if (part === '') return undefined;
    if (part.endsWith(']')) return text.length < MAX_MARKER_LENGTH ? { text, cells } : undefined;
    const end = skip(rows, row, from + part.length, isBlank);
    if (end < rows.lengthOf(row) && !isSide(rows.codeAt(row, end))) return undefined;
  }
  return undefined;
}

function readPart(rows: CellRows, row: number, from: number): string {
  const most = Math.min(rows.lengthOf(row), from + MAX_MARKER_LENGTH);
  let part = '';
  for (let col = from; col < most; col += 1) {
    const code = rows.codeAt(row, col);
    if (isBlank(code) || isSide(code)) break;
    part += String.fromCharCode(code);
    if (code === CLOSING) break;
  }
  return part;
}

/** The ends of a text without its first character, down to this length, as a choice. */
function endsOf(text: string, shortest: number): string {
  const count = text.length - shortest;
  return Array.from({ length: count }, (_, from) => text.slice(from + 1)).join('|');
}
