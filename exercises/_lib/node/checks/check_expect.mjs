// What checks are written with: expectations, and descriptions of what went wrong.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect, isDeepStrictEqual } from 'node:util';

const LONGEST_MESSAGE = 1500;
// Most characters of `expected` and of `found`, so that both fit side by side on a screen.
const LONGEST_FACT = 1000;

/**
 * A criterion is not met. `message` says what was expected and found, `hint` nudges. `facts` are the
 * texts `expected`, `found` and `where` (such as "loop.mjs:31"), if they can be given separately.
 */
export class Failed extends Error {
  constructor(message, hint, facts = {}) {
    super(message);
    this.hint = hint;
    this.facts = facts;
  }
}

export function expect(condition, message, hint, facts) {
  if (!condition) throw new Failed(message, hint, facts);
}

/** Two values are the same. `what` begins the sentence: "respond('Hi')" should be …, but it is … */
export function expectEqual(found, expected, what, hint, where) {
  if (isDeepStrictEqual(found, expected)) return;
  const at = where ? ` (${where})` : '';
  const message = `${what} should be ${show(expected)}, but it is ${show(found)}${at}.`;
  throw new Failed(message, hint, { expected: pretty(expected), found: pretty(found), where });
}

/** A function or class that the student's module has to export. */
export function required(module, name, file) {
  const hint = `Compare with the starter file: was \`${name}\` renamed, or is \`export\` missing?`;
  expect(typeof module[name] === 'function', `${file} exports no \`${name}\` that can be called.`, hint, {
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
    const lines = readFileSync(file, 'utf8').split('\n');
    const declared = new RegExp(
      `(\\b(function\\*?|class|const|let)\\s+${name}\\b|^\\s*(async\\s+)?\\*?${name}\\s*\\()`,
    );
    const index = lines.findIndex((line) => declared.test(line));
    return index < 0 ? file : `${file}:${index + 1}`;
  } catch {
    return file;
  }
}

/** Loads the student's module and passes it to a check. Resolves to a row's verdict, whatever happens. */
export async function judge(file, check, onLoaded) {
  let work;
  try {
    work = await import(pathToFileURL(file).href);
  } catch (problem) {
    const verdict = failure(
      `${file} could not be loaded. ${whyUnloadable(problem)}`,
      'Run it yourself with node to see the whole error message.',
      {
        where: placeOf(problem),
      },
    );
    return { ...verdict, unloadable: true };
  }
  onLoaded();
  try {
    await check(work);
  } catch (problem) {
    if (problem instanceof Failed) return failure(problem.message, problem.hint, problem.facts);
    return failure(inWords(problem), hintFor(problem), { where: placeOf(problem) });
  }
  return { passed: true };
}

/** The verdict on an exception outside of any call: from a promise that nobody awaits, or from a timer. */
export function uncaught(problem) {
  if (problem instanceof Failed) return failure(problem.message, problem.hint, problem.facts);
  const hint = 'Await the promise that fails, or catch what it throws: what nobody catches ends a program.';
  return failure(`${inWords(problem)} Nobody caught it.`, hint, { where: placeOf(problem) });
}

function failure(message, hint, facts = {}) {
  const told = Object.entries({ message: message.slice(0, LONGEST_MESSAGE), hint, ...facts });
  // Strings may hold half a surrogate pair, which is not text outside JavaScript.
  return {
    passed: false,
    ...Object.fromEntries(told.filter(([, text]) => text).map(([name, text]) => [name, text.toWellFormed()])),
  };
}

function hintFor(problem) {
  if (isTodo(problem)) return 'Read what the comment above it promises, and write the smallest part of that first.';
  return 'Run your own tests (node --test): they show the whole stack.';
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

function whyUnloadable(problem) {
  if (!(problem instanceof SyntaxError)) return inWords(problem);
  const where = placeOf(problem);
  return `Node cannot read it: ${problem.message}${where ? ` (${where})` : ''}.`;
}

/** The innermost of the student's lines in a stack trace. */
export function placeOf(problem) {
  const stack = problem instanceof Error ? (problem.stack ?? '') : '';
  for (const [, url, line] of stack.matchAll(/(file:\/\/[^\s)]+?):(\d+)/g)) {
    const path = relative(process.cwd(), fileURLToPath(url));
    if (!path.startsWith('..')) return `${path}:${line}`;
  }
  return undefined;
}
