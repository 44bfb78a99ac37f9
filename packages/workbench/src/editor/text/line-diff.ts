import { type Change, diff } from '@codemirror/merge';
import type { ChangeSpec, Text } from '@codemirror/state';

/** Beyond these, a less precise answer is taken: a file that changes on the disk must not stop the typing. */
const LINES_LIMITS = { scanLimit: 4000, timeout: 150 };
const LETTERS_LIMITS = { scanLimit: 500, timeout: 20 };
/** UTF-16 units. A changed passage that is longer is replaced as a whole. */
const LONGEST_COMPARED_BY_LETTERS = 4000;
/**
 * Lines. With more changed ones in a text, the first to the last of them are one change: comparing ever the same line
 * with itself takes the square of their number.
 */
const MOST_COMPARED_LINES = 20_000;

/** What of two texts differs: a piece of the first one, and what the second one has in its place. */
type Difference = Pick<Change, 'fromA' | 'toA' | 'fromB' | 'toB'>;

/** Few and small changes that turn one text into another: what lies between them keeps its marks and cursors. */
export function changesBetween(before: Text, after: Text): ChangeSpec[] {
  return differences(before, after).map(({ fromA, toA, fromB, toB }) => {
    return { from: fromA, to: toA, insert: after.slice(fromB, toB) };
  });
}

/** Which offsets of one text differ from which ones of another. */
export function differences(before: Text, after: Text): Difference[] {
  return changedLines(before.toJSON(), after.toJSON()).flatMap((lines) => refined(before, after, lines));
}

/** Which lines, counted from 0, replace which. */
function changedLines(before: readonly string[], after: readonly string[]): Difference[] {
  const same = sharedStart(before, after);
  const sameAtEnd = sharedEnd(before, after, same);
  const middle = { fromA: same, toA: before.length - sameAtEnd, fromB: same, toB: after.length - sameAtEnd };
  const most = Math.max(middle.toA, middle.toB) - same;
  if (most === 0) return [];
  if (most > MOST_COMPARED_LINES) return [middle];
  const letters = asLetters(before.slice(same, middle.toA), after.slice(same, middle.toB));
  return diff(letters.before, letters.after, LINES_LIMITS).map((change) => moved(change, same, same));
}

function moved({ fromA, toA, fromB, toB }: Difference, byA: number, byB: number): Difference {
  return { fromA: fromA + byA, toA: toA + byA, fromB: fromB + byB, toB: toB + byB };
}

function sharedStart(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  let shared = 0;
  while (shared < most && before[shared] === after[shared]) shared += 1;
  return shared;
}

function sharedEnd(before: readonly string[], after: readonly string[], taken: number): number {
  const most = Math.min(before.length, after.length) - taken;
  let shared = 0;
  while (shared < most && before[before.length - 1 - shared] === after[after.length - 1 - shared]) shared += 1;
  return shared;
}

/** Each different line becomes a letter: twice `MOST_COMPARED_LINES` are fewer than there are below the surrogates. */
function asLetters(before: readonly string[], after: readonly string[]) {
  const letters = new Map<string, string>();
  for (const line of [...before, ...after]) {
    if (!letters.has(line)) letters.set(line, String.fromCharCode(letters.size));
  }
  const written = (lines: readonly string[]) => lines.map((line) => letters.get(line)).join('');
  return { before: written(before), after: written(after) };
}

function refined(before: Text, after: Text, lines: Difference): Difference[] {
  const place = placed(before, after, lines);
  const { fromA, toA, fromB, toB } = place;
  if (Math.max(toA - fromA, toB - fromB) > LONGEST_COMPARED_BY_LETTERS) return [place];
  const changes = diff(before.sliceString(fromA, toA), after.sliceString(fromB, toB), LETTERS_LIMITS);
  return changes.map((change) => moved(change, fromA, fromB));
}

/** Offsets of changed lines. Lines that are only gone or only new go with a line break: the one after them, if any. */
function placed(before: Text, after: Text, { fromA, toA, fromB, toB }: Difference) {
  if (fromA < toA && fromB < toB) return offsets(before, after, { fromA, toA, fromB, toB }, 'without');
  return offsets(before, after, { fromA, toA, fromB, toB }, toA < before.lines ? 'break after' : 'break before');
}

type Break = 'without' | 'break after' | 'break before';

function offsets(before: Text, after: Text, { fromA, toA, fromB, toB }: Difference, taken: Break) {
  return {
    fromA: startOf(before, fromA, taken),
    toA: endOf(before, toA, taken),
    fromB: startOf(after, fromB, taken),
    toB: endOf(after, toB, taken),
  };
}

function startOf(doc: Text, line: number, taken: Break): number {
  return taken === 'break before' ? doc.line(line).to : doc.line(line + 1).from;
}

function endOf(doc: Text, line: number, taken: Break): number {
  return taken === 'break after' ? doc.line(line + 1).from : doc.line(line).to;
}
