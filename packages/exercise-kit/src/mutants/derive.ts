import { diffArrays } from 'diff';
import { type Changes, occurrences, type ReadText } from './apply.js';
import { type Edit, linesOf, written } from './edit.js';

/** Lines that differ, as [first, one past the last], before and after. */
interface Range {
  before: [number, number];
  after: [number, number];
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
  return unique(rangesOf(from, to), from, to).map((range) => ({
    file,
    find: written(from.slice(...range.before)),
    replace: written(to.slice(...range.after)),
  }));
}

function rangesOf(from: string[], to: string[]): Range[] {
  const ranges: Range[] = [];
  let [before, after] = [0, 0];
  for (const { added, removed, count } of diffArrays(from, to)) {
    const [gone, come] = [added ? 0 : count, removed ? 0 : count];
    if (added || removed) ranges.push({ before: [before, before + gone], after: [after, after + come] });
    before += gone;
    after += come;
  }
  return joined(ranges);
}

/** Widens each range until its lines occur only once in the file, and joins ranges that then touch. */
function unique(ranges: readonly Range[], from: string[], to: string[]): Range[] {
  const wide = joined(ranges.map((range) => widened(range, from, to)));
  return wide.length === ranges.length ? wide : unique(wide, from, to);
}

/** Treats two changes with one line between them as one. */
function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last === undefined || range.before[0] - last.before[1] > 1) result.push({ ...range });
    else Object.assign(last, { before: [last.before[0], range.before[1]], after: [last.after[0], range.after[1]] });
  }
  return result;
}

/** Adds as few lines as possible, preferably above. */
function widened(range: Range, from: string[], to: string[]): Range {
  for (let more = 0; ; more += 1) {
    for (let below = 0; below <= more; below += 1) {
      const wider = spread(range, more - below, below, from.length, to.length);
      if (wider !== undefined && isFound(wider.before, from)) return wider;
    }
  }
}

function spread({ before, after }: Range, above: number, below: number, from: number, to: number): Range | undefined {
  const wider: Range = {
    before: [before[0] - above, before[1] + below],
    after: [after[0] - above, after[1] + below],
  };
  const isInside = wider.before[0] >= 0 && wider.after[0] >= 0 && wider.before[1] <= from && wider.after[1] <= to;
  return isInside ? wider : undefined;
}

/** Whether these lines occur only once. Blank lines alone mean nothing to a reader, unless there are no others. */
function isFound([start, end]: Range['before'], file: string[]): boolean {
  const lines = file.slice(start, end);
  if (lines.length === file.length) return true;
  return lines.some((line) => line.trim() !== '') && occurrences(lines, file).length === 1;
}
