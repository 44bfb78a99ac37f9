import { type Edit, linesOf, textOf } from './edit.js';
import type { EditProblem, ProblemCode } from './problem.js';

/** The text of a file in the finished work, or undefined if there is no such file. */
export type ReadText = (file: string) => string | undefined;

/** What edits are made to. */
export interface Files {
  /** Relative to the workspace. */
  files: readonly string[];
  /** Also undefined for a file that is not text. */
  read: ReadText;
}

/** The new text of each changed file; undefined if the file is removed. */
export type Changes = ReadonlyMap<string, string | undefined>;

/** The result of edits. If there are problems, do not use the changes. */
export interface Applied {
  changes: Changes;
  problems: EditProblem[];
}

interface NumberedEdit extends Edit {
  number: number;
}

/** Some lines of a file, from `start` up to `end`, and their replacement. */
interface Replacement {
  number: number;
  start: number;
  end: number;
  lines: readonly string[];
}

/**
 * Makes the edits on the finished work, each as if it were the only one: none depends on what the
 * others did, and no two may touch the same lines.
 */
export function applyEdits(edits: readonly Edit[], work: Files): Applied {
  const changes = new Map<string, string | undefined>();
  const problems: EditProblem[] = [];
  const numbered = edits.map((edit, number) => ({ ...edit, number }));
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const own = numbered.filter((edit) => edit.file === file);
    changes.set(file, changeFile(file, own, work, problems));
  }
  problems.push(...filesAsFolders(numbered, changes, work));
  const differs = [...changes].some(([file, text]) =>
    text === undefined ? work.files.includes(file) : text !== work.read(file),
  );
  if (!differs && problems.length === 0) {
    problems.push({ code: 'same_as_solution', message: 'together they leave the solution as it is' });
  }
  return { changes, problems };
}

/** New files whose folder is a file, or whose name is a folder's, once all edits are made. */
function filesAsFolders(edits: readonly NumberedEdit[], changes: Changes, { files }: Files): EditProblem[] {
  const kept = files.filter((file) => !changes.has(file));
  const after = [...kept, ...[...changes].flatMap(([file, text]) => (text === undefined ? [] : [file]))];
  return edits.flatMap(({ file, number }) => {
    if (changes.get(file) === undefined) return [];
    const other = after.find((name) => file.startsWith(`${name}/`) || name.startsWith(`${file}/`));
    if (other === undefined) return [];
    return [{ edit: number, code: 'file_exists', message: `there is ${other}, so one of the two has to be a folder` }];
  });
}

function changeFile(file: string, edits: readonly NumberedEdit[], { files, read }: Files, problems: EditProblem[]) {
  const add = (number: number, code: ProblemCode, message: string) => problems.push({ edit: number, code, message });
  const isThere = files.includes(file);
  const whole = edits.find(({ find }) => find === undefined);
  if (whole !== undefined) return changeWhole(whole, edits, isThere, add);
  const before = read(file);
  if (before !== undefined) return changeLines(edits, before, add);
  for (const { number } of edits) {
    if (isThere) add(number, 'no_match', `${file} is not UTF-8 text`);
    else add(number, 'unknown_file', noSuchFile(file));
  }
  return undefined;
}

type Add = (number: number, code: ProblemCode, message: string) => void;

function changeWhole(whole: NumberedEdit, edits: readonly NumberedEdit[], isThere: boolean, add: Add) {
  const { number, file, replace } = whole;
  if (edits.length > 1)
    add(number, 'overlap', `it is about the whole of ${file}, so no other edit may be about that file`);
  if (replace === null) {
    if (!isThere) add(number, 'unknown_file', noSuchFile(file));
    return undefined;
  }
  if (isThere) add(number, 'file_exists', `${file} is there already; say with "find" what to replace`);
  return textOf(linesOf(replace));
}

function changeLines(edits: readonly NumberedEdit[], before: string, add: Add): string {
  const lines = before.split('\n');
  const replacements = edits.flatMap((edit) => locate(edit, lines, add)).sort((a, b) => a.start - b.start);
  const changed: string[] = [];
  let at = 0;
  for (const { number, start, end, lines: instead } of replacements) {
    if (start < at) add(number, 'overlap', 'another edit replaces some of these lines; combine the two');
    changed.push(...lines.slice(at, start), ...instead);
    at = end;
  }
  return textOf([...changed, ...lines.slice(at)]);
}

function locate({ number, file, find = [], replace }: NumberedEdit, lines: readonly string[], add: Add): Replacement[] {
  const [found, instead] = [linesOf(find), linesOf(replace ?? [])];
  if (textOf(found) === textOf(instead) && found.length === instead.length) {
    add(number, 'no_change', '"find" and "replace" are the same');
  }
  const places = occurrences(found, lines);
  const [start] = places;
  if (start === undefined) add(number, 'no_match', notFound(found, file, lines));
  if (places.length > 1) {
    const where = places.map((place) => place + 1).join(', ');
    add(number, 'several_matches', `stands ${places.length} times in ${file} (lines ${where}); find more lines`);
  }
  return start === undefined ? [] : [{ number, start, end: start + found.length, lines: instead }];
}

/** Where these lines begin among the others. */
export function occurrences(wanted: readonly string[], lines: readonly string[]): number[] {
  return lines.flatMap((_, start) => (wanted.every((line, index) => lines[start + index] === line) ? [start] : []));
}

function notFound(wanted: readonly string[], file: string, lines: readonly string[]): string {
  const [text = ''] = wanted;
  const near = lines.findIndex((line) => text.trim() !== '' && line.includes(text.trim()));
  const hint = near === -1 ? '' : `; line ${near + 1} is ${JSON.stringify(lines[near])}`;
  return `these lines are not in ${file}, compared as whole lines, with their indentation: ${JSON.stringify(text)}${wanted.length > 1 ? ' …' : ''}${hint}`;
}

function noSuchFile(file: string): string {
  return `${file} is in neither solution/ nor starter/`;
}
