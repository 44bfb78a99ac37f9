// What checks are written with: expectations, and descriptions of what went wrong.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, isDeepStrictEqual } from 'node:util';
import { Failed } from './check_failed.mjs';
import { isUnawaited, kindOfExport } from './check_remote.mjs';

// Most characters of `expected` and of `found`, so that both fit side by side on a screen.
const LONGEST_FACT = 1000;
// The same as for the copies of the student's files.
const MAX_FILE_BYTES = 1_000_000;

export { Failed };

export function expect(condition, message, hint, facts) {
  if (!condition) throw new Failed(message, hint, facts);
}

/** Throws if a check has forgotten to await what the student's code gives. */
function expectValue(found) {
  const isAnswer =
    found instanceof Promise ||
    isUnawaited(found) ||
    (Array.isArray(found) && found.some((one) => one instanceof Promise));
  if (isAnswer) throw new TypeError('this check compares something that has to be awaited first');
}

/** Two values are the same. `what` begins the sentence: "respond('Hi')" should be …, but it is … */
export function expectEqual(found, expected, what, hint, where) {
  expectValue(found);
  if (isDeepStrictEqual(found, expected)) return;
  const at = where ? ` (${where})` : '';
  const message = `${what} should be ${show(expected)}, but it is ${show(found)}${at}.`;
  throw new Failed(message, hint, { expected: pretty(expected), found: pretty(found), where });
}

/** A function or class that the student's module has to export. */
export function required(module, name, file) {
  const hint = `Compare with the starter file: was \`${name}\` renamed, or is \`export\` missing?`;
  expect(kindOfExport(module, name) === 'function', `${file} exports no \`${name}\` that can be called.`, hint, {
    where: file,
  });
  return module[name];
}

/** A value as JavaScript would write it, in one line. Never throws, whatever the value is. */
export function show(value, longest = 160) {
  return written(value, { breakLength: Number.POSITIVE_INFINITY, depth: 5 }, longest);
}

/** The same over several lines. */
export function pretty(value) {
  return written(value, { breakLength: 60, depth: 8 }, LONGEST_FACT);
}

function written(value, options, longest) {
  let text;
  try {
    text = inspect(value, options);
  } catch {
    text = 'a value that cannot be shown';
  }
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

/** Where a name is declared in the student's file, such as loop.mjs:31. Works in the folder of the copy. */
export function place(file, name) {
  try {
    const lines = textOf(file).split('\n');
    const declared = new RegExp(
      `(\\b(function\\*?|class|const|let)\\s+${name}\\b|^\\s*(async\\s+)?\\*?${name}\\s*\\()`,
    );
    const index = lines.findIndex((line) => declared.test(line));
    return index < 0 ? file : `${file}:${index + 1}`;
  } catch {
    return file;
  }
}

/** The text of a regular file of ordinary size. The student's code may have put something else in its place, such as a pipe without end. */
function textOf(file) {
  const end = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const info = fstatSync(end);
    if (!info.isFile() || info.size > MAX_FILE_BYTES) throw new TypeError(`${file} is no file to be read`);
    return readFileSync(end, 'utf8');
  } finally {
    closeSync(end);
  }
}

/** How a starter says that a part is still to be written. */
export function isTodo(problem) {
  return problem instanceof Error && /^TODO\b/.test(problem.message);
}

export function inWords(problem) {
  const where = placeOf(problem);
  const at = where ? ` (${where})` : '';
  if (!(problem instanceof Error)) return `Your program threw ${show(problem)}, which is no Error${at}.`;
  if (isTodo(problem)) return `${problem.message}${at}.`;
  return `Your program threw ${problem.name}: ${problem.message.slice(0, 400)}${at}.`;
}

/** The innermost of the student's lines in a stack trace. */
export function placeOf(problem) {
  const stack = problem instanceof Error ? (problem.stack ?? '') : '';
  for (const [, url, line] of stack.matchAll(/(file:\/\/[^\s)]+?):(\d+)/g)) {
    const path = insideHere(url);
    if (path !== undefined) return `${path}:${line}`;
  }
  return undefined;
}

/** The path of a file in the folder of the copy; undefined for any other, and for what a message only says is an address. */
function insideHere(url) {
  try {
    const path = relative(process.cwd(), fileURLToPath(url));
    return path.startsWith('..') ? undefined : path;
  } catch {
    return undefined;
  }
}
