import { diffArrays, type StructuredPatchHunk } from 'diff';
import { applyEdits, type Edit, inOrder } from './edits.js';

/** Lines around a change: what git and diff write. */
const CONTEXT_LINES = 3;
/**
 * Pairs of an old and a new line in which equal ones are looked for, some ten milliseconds' work for Myers's algorithm:
 * a quote of 2,000 characters has some 40 lines. Of more, all that was there is replaced.
 */
const MAX_PAIRS = 20_000;

/** A piece of the old text in whole lines, and the edits that lie in it. */
interface Region {
  readonly start: number;
  end: number;
  readonly edits: Edit[];
}

/** Lines of the old text, from 0 and the end not included, and those that take their place. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly added: readonly string[];
}

/** The hunks of a unified diff that the edits come to; their time grows with the text, and not with its square. */
export function hunksOf(text: string, edits: readonly Edit[]): StructuredPatchHunk[] {
  const lines = linesOf(text);
  let grown = 0;
  return grouped(changesOf(text, edits)).map((changes) => {
    const hunk = hunkOf(lines, changes, grown);
    grown += hunk.newLines - hunk.oldLines;
    return hunk;
  });
}

function changesOf(text: string, edits: readonly Edit[]): Change[] {
  let [from, line] = [0, 0];
  return regionsOf(text, edits).flatMap((region) => {
    line += linesOf(text.slice(from, region.start)).length;
    const old = text.slice(region.start, region.end);
    const changes = changesIn(old, applyEdits(old, moved(region)), line);
    line += linesOf(old).length;
    from = region.end;
    return changes;
  });
}

/** Edits of lines that are the same, or follow each other, are one region. */
function regionsOf(text: string, edits: readonly Edit[]): Region[] {
  const regions: Region[] = [];
  for (const edit of inOrder(edits)) {
    const start = edit.start === 0 ? 0 : text.lastIndexOf('\n', edit.start - 1) + 1;
    const feed = text.indexOf('\n', edit.end);
    const end = feed === -1 ? text.length : feed + 1;
    const last = regions.at(-1);
    if (last === undefined || last.end < start) regions.push({ start, end, edits: [edit] });
    else {
      last.end = Math.max(last.end, end);
      last.edits.push(edit);
    }
  }
  return regions;
}

function moved({ start: by, edits }: Region): Edit[] {
  return edits.map(({ start, end, text }) => ({ start: start - by, end: end - by, text }));
}

/** Where lines of a region differ; `line` is its first. */
function changesIn(old: string, changed: string, line: number): Change[] {
  const [before, after] = [linesOf(old), linesOf(changed)];
  if (before.length * after.length > MAX_PAIRS) return [{ start: line, end: line + before.length, added: after }];
  const changes: Change[] = [];
  let at = line;
  for (const { added, removed, value } of diffArrays(before, after)) {
    const end = added ? at : at + value.length;
    if (added || removed) append(changes, { start: at, end, added: added ? value : [] });
    at = end;
  }
  return changes;
}

/** What follows a change without a line between them is a part of it. */
function append(changes: Change[], change: Change): void {
  const before = changes.at(-1)?.end === change.start ? changes.pop() : undefined;
  const { start, added } = before ?? { start: change.start, added: [] };
  changes.push({ start, end: change.end, added: [...added, ...change.added] });
}

/** Changes whose context would touch share a hunk. */
function grouped(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const [group, last] = [groups.at(-1), groups.at(-1)?.at(-1)];
    if (group !== undefined && last !== undefined && change.start - last.end <= 2 * CONTEXT_LINES) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

/** `grown` is by how many lines the text has grown before it. */
function hunkOf(lines: readonly string[], changes: readonly Change[], grown: number): StructuredPatchHunk {
  const first = Math.max(0, (changes[0]?.start ?? 0) - CONTEXT_LINES);
  const end = Math.min(lines.length, (changes.at(-1)?.end ?? 0) + CONTEXT_LINES);
  const signed: string[] = [];
  const sign = (mark: string, of: readonly string[]) => {
    for (const line of of) signed.push(mark + line);
  };
  let at = first;
  for (const change of changes) {
    sign(' ', lines.slice(at, change.start));
    sign('-', lines.slice(change.start, change.end));
    sign('+', change.added);
    at = change.end;
  }
  sign(' ', lines.slice(at, end));
  const oldLines = end - first;
  const newLines = changes.reduce((sum, { start, end, added }) => sum + added.length - (end - start), oldLines);
  return { oldStart: first + 1, oldLines, newStart: first + 1 + grown, newLines, lines: signed.flatMap(asWritten) };
}

/** Without its end; a line that has none says so. */
function asWritten(line: string): string[] {
  return line.endsWith('\n') ? [line.slice(0, -1)] : [line, '\\ No newline at end of file'];
}

/** With their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
