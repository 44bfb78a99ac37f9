import type { FileEdit } from '@agent-factory/protocol/conversations';
import { parsePatch, structuredPatch } from 'diff';

/** A line of a diff: what it does, and its text. `gap`: unchanged lines were left out here. */
export interface DiffLine {
  readonly op: 'added' | 'removed' | 'kept' | 'gap';
  readonly text: string;
}

export interface EditDiff {
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly DiffLine[];
}

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 3;
/** Finding the smallest diff of two texts that share little takes quadratic time; a coarse one will do. */
const TIMEOUT_MS = 50;
const OPS = { '+': 'added', '-': 'removed', ' ': 'kept' } as const;

interface Hunk {
  readonly lines: readonly string[];
}

/** An edit as lines; undefined where its texts are missing or its patch cannot be read. */
export function diffOf(edit: FileEdit): EditDiff | undefined {
  const hunks = hunksOf(edit);
  if (hunks === undefined) return undefined;
  const lines = hunks.flatMap((hunk, index) => [...(index > 0 ? [GAP] : []), ...hunk.lines.flatMap(lineOf)]);
  return { lines, added: count(lines, 'added'), removed: count(lines, 'removed') };
}

const GAP: DiffLine = { op: 'gap', text: '' };

function hunksOf({ path, oldText, newText, patch }: FileEdit): readonly Hunk[] | undefined {
  if (newText !== undefined) return compare(path, oldText ?? '', newText);
  if (patch === undefined) return undefined;
  try {
    const hunks = parsePatch(patch).flatMap((file) => file.hunks);
    return hunks.some(({ lines }) => lines.length > 0) ? hunks : undefined;
  } catch {
    return undefined; // not a unified diff: it is shown as it is
  }
}

function compare(path: string, before: string, after: string): readonly Hunk[] {
  const options = { context: CONTEXT_LINES, timeout: TIMEOUT_MS };
  const found = structuredPatch(path, path, before, after, undefined, undefined, options);
  return found?.hunks ?? [{ lines: [...marked('-', before), ...marked('+', after)] }];
}

function marked(mark: string, text: string): string[] {
  return text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => mark + line);
}

/** Lines of other kinds say that a file has no line end at its end, which helps nobody here. */
function lineOf(line: string): DiffLine[] {
  const op = OPS[line.charAt(0) as keyof typeof OPS];
  return op === undefined ? [] : [{ op, text: line.slice(1) }];
}

function count(lines: readonly DiffLine[], wanted: DiffLine['op']): number {
  return lines.filter(({ op }) => op === wanted).length;
}
