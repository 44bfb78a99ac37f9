import type { GapClaim } from '../contract/agents.js';
import { withoutControls } from './shorten.js';

/** A piece of a text that another one takes the place of: offsets of UTF-16 units, the end not included. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A fix whose place is known: the quote is at this line (from 1). */
export interface LocatedFix {
  line: number;
  quote: string;
  fix: GapClaim['fix'];
}

/**
 * The change that a fix comes to. A quote that is in the text word for word is replaced or removed itself; of one
 * that is only alike, its whole lines are. What is inserted is lines of their own. Line ends are those of the place.
 * No control characters of a model come into a text. Undefined where the line is not in the text.
 */
export function editOf(text: string, { line, quote, fix }: LocatedFix): Edit | undefined {
  const start = offsetOfLine(text, line);
  if (start === undefined) return undefined;
  const place = quotePlace(text, start, quote.trim());
  const eol = lineEnd(text, start);
  const added = withoutControls(fix.text).replace(/\n+$/, '').replaceAll('\n', eol);
  if (fix.kind === 'remove') return removal(text, place);
  if (fix.kind === 'replace') return { ...place, text: added };
  if (fix.kind === 'insert_before') return { start, end: start, text: added + eol };
  return insertion(text, place.end, added, eol);
}

/** The text with these edits in it; they must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let [result, from] = ['', 0];
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

/** Whether one text has room for both: insertions at the same place follow each other in their order. */
export function overlap(a: Edit, b: Edit): boolean {
  return a.start < b.end && b.start < a.end;
}

/** After a byte order mark, which stays what a file begins with. */
function offsetOfLine(text: string, line: number): number | undefined {
  let offset = text.startsWith('\uFEFF') ? 1 : 0;
  for (let at = 1; at < line; at += 1) {
    offset = text.indexOf('\n', offset) + 1;
    if (offset === 0) return undefined;
  }
  return offset < text.length ? offset : undefined;
}

function quotePlace(text: string, start: number, quote: string): { start: number; end: number } {
  const pattern = quote.split(/\r?\n/).map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const found = quote === '' ? -1 : text.slice(start).search(new RegExp(pattern.join('\\r?\\n')));
  const lineStop = stopOfLine(text, start);
  if (found !== -1 && start + found <= lineStop) {
    const match = new RegExp(pattern.join('\\r?\\n'), 'y');
    match.lastIndex = start + found;
    match.exec(text);
    return { start: start + found, end: match.lastIndex };
  }
  return { start, end: stopAfterLines(text, start, quote.split('\n').length) };
}

/** Where the text of the line ends, before its line end. */
function stopOfLine(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  if (feed === -1) return text.length;
  return feed > from && text[feed - 1] === '\r' ? feed - 1 : feed;
}

function stopAfterLines(text: string, start: number, lines: number): number {
  let stop = stopOfLine(text, start);
  for (let at = 1; at < lines && stop < text.length; at += 1) stop = stopOfLine(text, text.indexOf('\n', stop) + 1);
  return stop;
}

function lineEnd(text: string, start: number): '\r\n' | '\n' {
  const feed = text.indexOf('\n', start);
  const near = feed === -1 ? text.lastIndexOf('\n') : feed;
  return near > 0 && text[near - 1] === '\r' ? '\r\n' : '\n';
}

/** Lines that have nothing left in them go as a whole. */
function removal(text: string, { start, end }: { start: number; end: number }): Edit {
  const bom = text.startsWith('\uFEFF') ? 1 : 0;
  const first = Math.max(bom, text.lastIndexOf('\n', start - 1) + 1);
  const last = stopOfLine(text, end);
  if ((text.slice(first, start) + text.slice(end, last)).trim() !== '') return { start, end, text: '' };
  const feed = text.indexOf('\n', end);
  return { start: first, end: feed === -1 ? text.length : feed + 1, text: '' };
}

/** After the line at `end`. A file whose last line has no end keeps it so. */
function insertion(text: string, end: number, added: string, eol: string): Edit {
  const feed = text.indexOf('\n', end);
  if (feed === -1) return { start: text.length, end: text.length, text: eol + added };
  return { start: feed + 1, end: feed + 1, text: added + eol };
}
