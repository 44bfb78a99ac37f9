import type { GapClaim } from '../contract/agents.js';
import { indexOfPart } from '../tutorial/index-of-part.js';
import { withoutControls } from './shorten.js';

/** A piece of a text that another one takes the place of: offsets of UTF-16 units, the end not included. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Share of the longer from which a line and a quote that is like it are about as long. */
const LINE_FROM = 0.75;

/** A fix whose place is known: the quote is at this line (from 1). */
export interface LocatedFix {
  line: number;
  quote: string;
  fix: GapClaim['fix'];
}

/**
 * The change that a fix comes to. A quote that is in the text word for word is replaced or removed itself; of one
 * that is only alike, its whole line is. What is inserted is lines of their own. Line ends are those of the place.
 * No control characters of a model come into a text. Undefined where the line is not in the text, where nobody can
 * tell how much of it is meant, and where there is nothing to insert.
 */
export function editOf(text: string, { line, quote, fix }: LocatedFix): Edit | undefined {
  const start = offsetOfLine(text, line);
  if (start === undefined) return undefined;
  const place = quotePlace(text, start, quote.trim());
  if (place === undefined) return undefined;
  const eol = lineEnd(text, start);
  const added = withoutControls(fix.text)
    .replace(/(?<!\n)\n+$/, '')
    .replaceAll('\n', eol);
  if (fix.kind === 'remove') return removal(text, place);
  if (fix.kind === 'replace') return { ...place, text: added };
  if (added.trim() === '') return undefined;
  if (fix.kind === 'insert_before') return { start, end: start, text: added + eol };
  return insertion(text, place.end, added, eol);
}

/** The text with these edits in it; they must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let [result, from] = ['', 0];
  for (const edit of inOrder(edits)) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

export function inOrder(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
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

/** By its words, whatever is between them: a quote of a wrapped sentence has no line end in it. */
function quotePlace(text: string, start: number, quote: string): Place | undefined {
  const [rest, end] = [text.slice(start), stopOfLine(text, start)];
  const words = oneBlank(quote);
  const found = words === '' ? -1 : indexOfPart(oneBlank(rest), words);
  const first = start + offsetIn(rest, found);
  if (found !== -1 && first <= end) return { start: first, end: start + offsetIn(rest, found + words.length - 1) + 1 };
  return isWholeLine(text.slice(start, end), quote) ? { start, end } : undefined;
}

function oneBlank(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** Where a character of a text with one blank between its words is in the text itself. */
function offsetIn(text: string, place: number): number {
  let offset = place;
  for (const { index, 0: blanks } of text.matchAll(/\s{2,}/g)) {
    if (index >= offset) break;
    offset += blanks.length - 1;
  }
  return offset;
}

/** Of a quote that is only alike, nobody knows how far it goes, unless it is about as long as the line. */
function isWholeLine(line: string, quote: string): boolean {
  const [shorter = 0, longer = 0] = [line.trim().length, quote.length].sort((a, b) => a - b);
  return !quote.includes('\n') && shorter >= LINE_FROM * longer;
}

/** Where the text of the line ends, before its line end. */
function stopOfLine(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  if (feed === -1) return text.length;
  return feed > from && text[feed - 1] === '\r' ? feed - 1 : feed;
}

function lineEnd(text: string, start: number): '\r\n' | '\n' {
  const feed = text.indexOf('\n', start);
  const near = feed === -1 ? text.lastIndexOf('\n') : feed;
  return near > 0 && text[near - 1] === '\r' ? '\r\n' : '\n';
}

/** Lines that have nothing left in them go as a whole. */
function removal(text: string, { start, end }: Place): Edit {
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
