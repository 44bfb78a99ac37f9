import { diffArrays } from 'diff';
import { type Changes, occurrences, type ReadText } from './apply.js';
import { type Edit, linesOf, written } from './edit.js';

/**
 * Where a place is only known by this many lines or more around it, the whole file is easier to read. Also bounds
 * the search in a file that repeats itself.
 */
const MOST_CONTEXT = 20;

/** Lines of a file, as [first, one past the last]. */
type Lines = readonly [number, number];

/** Lines that differ, before and after. */
interface Change {
  before: Lines;
  after: Lines;
}

/** The smallest edits that make these changes, but large enough to be understood and to match only one place. */
export function editsOf(changes: Changes, read: ReadText): Edit[] {
  return [...changes].flatMap(([file, after]) => editsOfFile(file, read(file), after));
}

function editsOfFile(file: string, before: string | undefined, after: string | undefined): Edit[] {
  if (before === after) return [];
  if (after === undefined) return [{ file, replace: null }];
  if (before === undefined) return [{ file, replace: written(linesOf(after)) }];
  const [from, to] = [linesOf(before), linesOf(after)];
  const changes = changesOf(from, to);
  return placesOf(changes, from).map((place) => ({
    file,
    find: written(from.slice(...place)),
    replace: written(to.slice(...afterOf(place, changes))),
  }));
}

function changesOf(from: string[], to: string[]): Change[] {
  const changes: Change[] = [];
  let [before, after] = [0, 0];
  for (const { added, removed, count } of diffArrays(from, to)) {
    const [gone, come] = [added ? 0 : count, removed ? 0 : count];
    if (added || removed) changes.push({ before: [before, before + gone], after: [after, after + come] });
    before += gone;
    after += come;
  }
  return changes;
}

/** Lines of the former file that each occur only once, and together hold every change. */
function placesOf(changes: readonly Change[], from: string[]): Lines[] {
  const near = joined(changes.map(({ before }) => before));
  return joined(near.map((place) => widened(place, from)));
}

/** Treats two places with one line between them as one. */
function joined(places: readonly Lines[]): Lines[] {
  const result: Lines[] = [];
  for (const [start, end] of [...places].sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last === undefined || start - last[1] > 1) result.push([start, end]);
    else result[result.length - 1] = [last[0], Math.max(last[1], end)];
  }
  return result;
}

/** Adds as few lines as possible, preferably above. */
function widened([start, end]: Lines, from: string[]): Lines {
  for (let more = 0; more < MOST_CONTEXT; more += 1) {
    for (let below = 0; below <= more; below += 1) {
      const wider: Lines = [Math.max(0, start - more + below), Math.min(from.length, end + below)];
      if (isFound(wider, from)) return wider;
    }
  }
  return [0, from.length];
}

/** The same place in the new file. Each change is within the place or at least a line away from it. */
function afterOf([start, end]: Lines, changes: readonly Change[]): Lines {
  const grown = (those: readonly Change[]) =>
    those.reduce((sum, { before, after }) => sum + after[1] - after[0] - (before[1] - before[0]), 0);
  return [
    start + grown(changes.filter(({ before }) => before[1] < start)),
    end + grown(changes.filter(({ before }) => before[0] <= end)),
  ];
}

/** Whether these lines occur only once. Blank lines alone mean nothing to a reader, unless there are no others. */
function isFound([start, end]: Lines, file: string[]): boolean {
  const lines = file.slice(start, end);
  if (lines.length === file.length) return true;
  return lines.some((line) => line.trim() !== '') && occurrences(lines, file).length === 1;
}
