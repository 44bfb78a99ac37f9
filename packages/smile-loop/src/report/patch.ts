import { FILE_HEADERS_ONLY, formatPatch } from 'diff';
import { applyEdits, type Edit, overlap } from './edits.js';
import { hunksOf } from './hunks.js';

/**
 * The edits as a unified diff of one file, which `git apply` and `patch -p1` take in the folder that `path` is
 * relative to. Empty where they change nothing, or would leave nothing of the file (tools then delete it).
 */
export function patchOf(path: string, text: string, edits: readonly Edit[]): string {
  const changed = applyEdits(text, edits);
  if (changed === text || changed === '' || text === '') return '';
  const name = patchPath(path);
  const names = { oldFileName: `a/${name}`, newFileName: `b/${name}`, oldHeader: undefined, newHeader: undefined };
  return withTabs(formatPatch({ ...names, hunks: hunksOf(text, edits) }, FILE_HEADERS_ONLY));
}

/** The edits of several gaps that fit into one text, and the places in the list of those that do not. */
export interface Combined {
  patch: string;
  leftOut: number[];
}

/** One patch of several changes, in their order; a change of what an earlier one changes is left out. */
export function combinedPatch(path: string, text: string, edits: readonly Edit[]): Combined {
  const kept: Edit[] = [];
  const leftOut: number[] = [];
  for (const [index, edit] of edits.entries()) {
    if (kept.some((one) => overlap(one, edit))) leftOut.push(index);
    else kept.push(edit);
  }
  return { patch: patchOf(path, text, kept), leftOut };
}

/** Both tools refuse paths that leave the folder. */
function patchPath(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/');
  const usable = parts.filter((part) => part !== '' && part !== '.');
  const leaves = path.startsWith('/') || /^[a-z]:/i.test(path) || usable.includes('..');
  return (leaves ? usable.slice(-1) : usable).join('/');
}

/** A name with blanks ends in a tab, as git writes it: `patch` would take its first word for the name. */
function withTabs(patch: string): string {
  const [before = '', after = '', ...rest] = patch.split('\n');
  const ended = [before, after].map((line) => (/^(?:---|\+\+\+) .* /.test(line) ? `${line}\t` : line));
  return [...ended, ...rest].join('\n');
}
