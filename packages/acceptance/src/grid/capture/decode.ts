import type { Cell } from '../cell.js';
import type { Cluster } from './clusters.js';
import { looksOf, PLAIN, type Style, withSgr } from './style.js';

/** What stands in a captured line: a style, a link, a shift to other characters or back, a tab, and text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const TOKEN = /\x1b\[([\d;:]*)m|\x1b\]8;[^;]*;([^\x1b]*)\x1b\\|([\x0e\x0f\t])|([^\x00-\x1f\x7f]+)/y;

/** The DEC special graphics, which SO selects, and what else terminfo's `acsc` has. */
const DRAWN_BY = '`abcdefghijklmnopqrstuvwxyz{|}~+,-.0';
const LINE_DRAWING = '◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·→←↑↓▮';

/** Columns from one tab stop to the next; tmux keeps a tab as one only where the stops are the usual ones. */
const TAB_COLUMNS = 8;

/** Gives the cells of a text in which each is one character, or several that tmux holds together. */
export type Split = (text: string) => readonly Cluster[];

/** A part of a captured line, in order. */
type Token =
  | { readonly kind: 'sgr' | 'link' | 'text'; readonly value: string }
  | { readonly kind: 'shift-out' | 'shift-in' | 'tab' };

/**
 * The cells of a screen as `tmux capture-pane -e -N` prints it, a line for each row. Styles run on from line to line.
 * What is not printed is blank, in the default colours. Throws on anything that tmux has no reason to print.
 */
export function decodeCapture(lines: readonly string[], size: { cols: number; rows: number }, split: Split): Cell[][] {
  let style = PLAIN;
  return Array.from({ length: size.rows }, (_, row) => {
    const cells: Cell[] = [];
    for (const token of tokensOf(lines[row] ?? '')) {
      style = restyled(style, token);
      if (token.kind === 'text') cells.push(...cellsOf(token.value, style, split));
      if (token.kind === 'tab') cells.push(...blanksToTab(cells.length, style));
    }
    return fitted(cells, size.cols);
  });
}

/** The texts of a line between its sequences, in which characters may join. */
export function textsOf(line: string): string[] {
  return tokensOf(line).flatMap((token) => (token.kind === 'text' ? [token.value] : []));
}

function tokensOf(line: string): Token[] {
  const token = new RegExp(TOKEN);
  const tokens: Token[] = [];
  while (token.lastIndex < line.length) {
    const at = token.lastIndex;
    const found = token.exec(line);
    if (found === null) throw new Error(`tmux captures nothing like ${JSON.stringify(line.slice(at, at + 20))}`);
    tokens.push(tokenOf(found));
  }
  return tokens;
}

function tokenOf([, sgr, link, control, text = '']: RegExpExecArray): Token {
  if (sgr !== undefined) return { kind: 'sgr', value: sgr };
  if (link !== undefined) return { kind: 'link', value: link };
  if (control === '\t') return { kind: 'tab' };
  if (control !== undefined) return { kind: control === '\x0e' ? 'shift-out' : 'shift-in' };
  return { kind: 'text', value: text };
}

function restyled(style: Style, token: Token): Style {
  if (token.kind === 'sgr') return withSgr(style, token.value);
  if (token.kind === 'link') return { ...style, link: token.value };
  if (token.kind === 'shift-out') return { ...style, drawsLines: true };
  return token.kind === 'shift-in' ? { ...style, drawsLines: false } : style;
}

function cellsOf(text: string, style: Style, split: Split): Cell[] {
  const looks = looksOf(style);
  return split(text).flatMap(({ chars, width }) => {
    const drawn = style.drawsLines ? lineDrawing(chars) : chars;
    const cell: Cell = { chars: drawn, width, ...looks };
    return width === 2 ? [cell, { ...cell, chars: '', width: 0 }] : [cell];
  });
}

function lineDrawing(char: string): string {
  return LINE_DRAWING[DRAWN_BY.indexOf(char)] ?? char;
}

function blanksToTab(col: number, style: Style): Cell[] {
  const length = TAB_COLUMNS - (col % TAB_COLUMNS);
  return Array.from({ length }, () => ({ chars: ' ', width: 1, ...looksOf(style) }));
}

/** Exactly so many cells. */
function fitted(cells: readonly Cell[], cols: number): Cell[] {
  const blank = { chars: '', width: 1, ...looksOf(PLAIN) };
  return Array.from({ length: cols }, (_, col) => cells[col] ?? { ...blank });
}
