// One case of a check: words for what a learner's code throws in it, and a limit on how long it is waited for.
import { Failed, inWords, isTodo, placeOf, show } from './check_expect.mjs';

// Milliseconds. What is right takes a few; a slow machine is given a hundred times as much.
const PATIENCE_MS = 1500;

/**
 * Runs the learner's code in one case, and resolves to what it returns. What it throws fails the
 * criterion, and the message begins with the case: "decode of two chunks: your program threw …".
 * `where` is the place of what was called, for an exception that names none of the learner's lines.
 */
export async function during(what, hint, run, where) {
  try {
    return await run();
  } catch (problem) {
    if (problem instanceof Failed || isTodo(problem)) throw problem;
    const message = `${what}: ${inWords(problem).replace(/^Your/, 'your')}`;
    const found = problem instanceof Error ? `${problem.name}: ${problem.message}` : show(problem);
    throw new Failed(message, hint, { expected: 'no exception', found, where: placeOf(problem) ?? where });
  }
}

/** Resolves to what the promise resolves to. What takes too long fails the criterion with this message. */
export async function within(promise, message, hint, facts) {
  let timer;
  const tooLate = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Failed(message, hint, facts)), PATIENCE_MS);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
