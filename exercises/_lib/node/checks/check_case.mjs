// One case of a check: describes what the student's code throws in it, and limits how long we wait for it.
import { Failed, inWords, isTodo, placeOf, show } from './check_expect.mjs';

// Milliseconds. Correct work takes a few; a slow machine gets a hundred times as many.
const PATIENCE_MS = 1500;

/**
 * Runs the student's code in one case, and resolves to what it returns. If it throws, the criterion
 * fails, and the message begins with the case: "decode of two chunks: your program threw …".
 * `where` is the place of the called function, for an exception that names none of the student's lines.
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

/** Resolves to what the promise resolves to. If that takes too long, the criterion fails with this message. */
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
