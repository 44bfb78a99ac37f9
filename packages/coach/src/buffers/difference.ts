import { createTwoFilesPatch, FILE_HEADERS_ONLY, formatPatch } from 'diff';
import { MAX_CHANGED_LINES, MAX_COMPARE_MS, MAX_COMPARED_CHARS, MAX_DIFF_CHARS } from './limits.js';

const CONTEXT_LINES = 3;
const NO_LINE_END = '\\ No newline at end of file';
/** A backslash at the start of a line of a unified difference says something of it. */
const CUT_OFF = '\\ The rest of this difference is too long to show';

/**
 * The unified difference of two texts; empty if they are equal. Of texts so long or so different that it would take
 * long, it is correct but not the shortest.
 */
export function difference(path: string, saved: string, edited: string): string {
  if (saved === edited) return '';
  const isShort = saved.length + edited.length <= MAX_COMPARED_CHARS;
  return shortened((isShort ? shortest(path, saved, edited) : undefined) ?? coarse(path, saved, edited));
}

function shortest(path: string, saved: string, edited: string): string | undefined {
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, saved, edited, undefined, undefined, {
    context: CONTEXT_LINES,
    timeout: MAX_COMPARE_MS,
    maxEditLength: MAX_CHANGED_LINES,
    headerOptions: FILE_HEADERS_ONLY,
  });
}

/** Everything between the lines that both texts begin with and those that both end with, as replaced at once. */
function coarse(path: string, saved: string, edited: string): string {
  const start = commonStart(saved, edited);
  const end = commonEnd(saved.slice(start), edited.slice(start));
  const removed = linesOf(saved.slice(start, saved.length - end), '-');
  const added = linesOf(edited.slice(start, edited.length - end), '+');
  const first = countLines(saved, start) + 1;
  const count = (lines: string[]) => lines.filter((line) => line !== NO_LINE_END).length;
  const hunk = {
    oldStart: first,
    oldLines: count(removed),
    newStart: first,
    newLines: count(added),
    lines: [...removed, ...added],
  };
  const names = { oldFileName: `a/${path}`, newFileName: `b/${path}`, oldHeader: undefined, newHeader: undefined };
  return formatPatch({ ...names, hunks: [hunk] }, FILE_HEADERS_ONLY);
}

/** Characters of the whole lines that both texts begin with. */
function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at === 0 ? 0 : a.lastIndexOf('\n', at - 1) + 1;
}

/** Characters of the whole lines that both texts end with. */
function commonEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1;
  const lineEnd = a.indexOf('\n', a.length - length);
  return lineEnd === -1 ? 0 : a.length - lineEnd - 1;
}

function linesOf(text: string, sign: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const isWhole = lines.at(-1) === '';
  if (isWhole) lines.pop();
  const signed = lines.map((line) => sign + line);
  return isWhole ? signed : [...signed, NO_LINE_END];
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function shortened(patch: string): string {
  if (patch.length <= MAX_DIFF_CHARS) return patch;
  const end = patch.lastIndexOf('\n', MAX_DIFF_CHARS - 1);
  return `${patch.slice(0, end)}\n${CUT_OFF}\n`;
}
