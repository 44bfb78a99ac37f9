import type { Cell, Screen } from '../../src/index.js';
import type { PaintedCell, Rgb } from './painted-cells.js';

/** Rounding of a colour, in steps of a channel. */
const SAME_GROUND = 8;
/** The least of a letter: a point is 2 pixels of 100. */
const LEAST_INK = 0.015;
/** What may reach into a blank from its neighbours. */
const MOST_OF_A_BLANK = 0.05;
/**
 * How full a pixel of a thin stroke is depends on where the stroke falls: its colour is nearer to the ground, but on the
 * line from ground to ink. So the two colours may differ in their distance, though not by more than this, and not in
 * their direction by more than this cosine (18 degrees).
 */
const LEAST_OF_DISTANCE = 0.4;
const LEAST_COSINE = 0.95;

/** Characters that draw lines and blocks, which a font draws otherwise than WebGL does by itself. */
const LINES_AND_BLOCKS = /[\u2500-\u259f\ue0a4-\ue0d6]/;
/** Text whose letters join, or run to the left: a browser lays it out as a whole, WebGL cell by cell. */
const LAID_OUT = /[\p{M}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Script=Arabic}\p{Script=Hebrew}]/u;
const DECORATED = /underline|strikethrough|overline/;
/** An underline with a colour of its own: it may be the strongest ink of a cell, and WebGL draws it into the next row. */
const OWN_UNDERLINE = /underline:\d:(?!default)/;

/** The same grid as two renderers have painted it. */
interface Painted {
  readonly screen: Screen;
  readonly webgl: readonly (readonly PaintedCell[])[];
  readonly dom: readonly (readonly PaintedCell[])[];
}

/**
 * The cells that are painted otherwise: on another ground, with ink on one side only, or in another colour. Passed over
 * are the cursor, and what the two draw each in its own way: lines and blocks, text that is laid out as a whole and
 * what follows it in its row, and the cells that follow lines in the same style (xterm's DOM renderer gives them the
 * colour of the lines, which no rule of contrast changes).
 */
export function paintedOtherwise({ screen, webgl, dom }: Painted): string[] {
  return screen.cells.flatMap((line, row) =>
    comparable(line, screen.cells[row - 1]).flatMap((cell, col) => {
      const isCursor = screen.cursor.row === row && screen.cursor.col === col;
      const [one, other] = [webgl[row]?.[col], dom[row]?.[col]];
      if (cell === undefined || isCursor || one === undefined || other === undefined) return [];
      const complaint = complaintOf(cell, one, other);
      return complaint === undefined ? [] : [`row ${row} col ${col} ${JSON.stringify(cell.chars)}: ${complaint}`];
    }),
  );
}

/** The cells of a line, undefined where the two renderers have their own ways. */
function comparable(line: readonly Cell[], above: readonly Cell[] | undefined): (Cell | undefined)[] {
  const end = line.findIndex(({ chars }) => LAID_OUT.test(chars));
  let afterLines = '';
  return line.slice(0, end === -1 ? undefined : end).map((cell, col) => {
    const style = `${cell.fg} ${cell.bg} ${cell.attributes}`;
    if (LINES_AND_BLOCKS.test(cell.chars)) afterLines = style;
    else if (style !== afterLines) afterLines = '';
    const isUnderlined = [cell, above?.[col]].some((one) => OWN_UNDERLINE.test(one?.attributes ?? ''));
    return afterLines === '' && cell.width === 1 && !isUnderlined ? cell : undefined;
  });
}

function complaintOf({ chars, attributes }: Cell, webgl: PaintedCell, dom: PaintedCell): string | undefined {
  if (distance(webgl.ground, dom.ground) > SAME_GROUND) return `on ${webgl.ground} by WebGL, on ${dom.ground} by DOM`;
  if (chars.trim() === '') {
    const reaches = Math.max(webgl.innerShare, dom.innerShare);
    return reaches > MOST_OF_A_BLANK && !DECORATED.test(attributes) ? 'ink in a blank' : undefined;
  }
  if (attributes.includes('invisible')) return undefined;
  if (Math.min(webgl.share, dom.share) < LEAST_INK) return `ink of ${webgl.share} by WebGL, of ${dom.share} by DOM`;
  return isSameInk(webgl, dom) ? undefined : `${webgl.ink} by WebGL, ${dom.ink} by DOM`;
}

function distance(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? 0))));
}

function isSameInk(webgl: PaintedCell, dom: PaintedCell): boolean {
  const [one, other] = [webgl, dom].map(({ ink, ground }) => ink.map((value, at) => value - (ground[at] ?? 0)));
  if (one === undefined || other === undefined) return false;
  const [length, otherLength] = [Math.hypot(...one), Math.hypot(...other)];
  const cosine = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) / (length * otherLength);
  const ratio = Math.min(length, otherLength) / Math.max(length, otherLength);
  return cosine >= LEAST_COSINE && ratio >= LEAST_OF_DISTANCE;
}
