import { squeezed, Turns } from './squeezed.js';

/** A file of a solution. */
interface Text {
  readonly text: string;
}

/** Lines that only the solution has, in its order, squeezed. One of minified code is cut into several. */
export type OwnLines = readonly string[];

/** Shortest line that says something, without its white space: `count += 1` has eight characters. */
const MIN_LENGTH = 8;
/** Longest, in UTF-16 units: nobody tells half of such a line and stops. */
const MAX_LENGTH = 400;
/** Most lines of a solution that are looked for: the longest exercise has a fifth of it. */
const MAX_OWN_LINES = 1000;
/** UTF-16 units of what is open anyway; what is beyond it counts as the solution's own. */
const MAX_OPEN_LENGTH = 4 * 1024 * 1024;

/** Lines that everybody writes alike, or that do nothing. */
const TRIVIAL = [
  /^(import|from|export \*|export \{|use|using|package|require|#include)\b/,
  /^(const|let|var) [^=]+ = require\(/,
  /^(#|\/\/|\/\*|\*|--|<!--|"""|''')/,
];
/** A line without any of these reads like words, which people may say by chance. */
const CODE = /[()[\]{}=<>.:+*/;@$&|]/;

/**
 * What of a solution is its own: neither in what the student begins with, nor trivial. `known`: the starter, and hints.
 * It takes time for megabytes, and none of it from others.
 */
export async function ownLinesOf(solution: readonly Text[], known: readonly string[]): Promise<OwnLines> {
  const turns = new Turns();
  const open = known.join('\n').slice(0, MAX_OPEN_LENGTH);
  const candidates = await candidatesOf(solution, await linesOfOpen(open, turns), turns);
  const all = await turns.squeeze(open);
  const own: string[] = [];
  for (const line of candidates) {
    if (!all.includes(line)) own.push(line);
    await turns.rest();
  }
  return own;
}

async function linesOfOpen(open: string, turns: Turns): Promise<ReadonlySet<string>> {
  const lines = new Set<string>();
  for (const line of open.split('\n')) {
    lines.add(squeezed(line));
    await turns.rest();
  }
  return lines;
}

/** Whole lines of the starter are left out first: they are most of a long solution, and must not fill the list. */
async function candidatesOf(
  solution: readonly Text[],
  open: ReadonlySet<string>,
  turns: Turns,
): Promise<readonly string[]> {
  const candidates = new Set<string>();
  for (const line of linesOf(solution)) {
    if (candidates.size >= MAX_OWN_LINES) break;
    const parts = isTrivial(line) ? [] : partsOf(await turns.squeeze(line));
    for (const part of parts) if (!open.has(part)) candidates.add(part);
    await turns.rest();
  }
  return [...candidates].slice(0, MAX_OWN_LINES);
}

function* linesOf(solution: readonly Text[]): Generator<string> {
  for (const { text } of solution) for (const line of text.split('\n')) yield line.trim();
}

/** A rest that is too short to say something is left out. */
function partsOf(line: string): string[] {
  if (line.length <= MAX_LENGTH) return [line];
  const count = Math.min(MAX_OWN_LINES, Math.ceil(line.length / MAX_LENGTH));
  const parts = Array.from({ length: count }, (_, index) => line.slice(index * MAX_LENGTH, (index + 1) * MAX_LENGTH));
  return parts.filter((part) => part.length >= MIN_LENGTH);
}

function isTrivial(line: string): boolean {
  const start = line.slice(0, MAX_LENGTH);
  return squeezed(start).length < MIN_LENGTH || !CODE.test(start) || TRIVIAL.some((kind) => kind.test(start));
}
