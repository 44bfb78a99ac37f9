// From what came of a check to a row's verdict, with descriptions of what went wrong.
import { Failed, inWords, isTodo, placeOf } from './check_expect.mjs';

const LONGEST_MESSAGE = 1500;

/**
 * Has the student's module loaded in its process, and passes it to a check. Resolves to a row's verdict,
 * whatever happens. `run` is a Run of check_process.mjs.
 */
export async function judge(run, file, check) {
  const work = run.judge.load(file);
  const loaded = work.then(
    () => undefined,
    (problem) => described(() => unloadable(file, problem)),
  );
  const unloaded = await Promise.race([run.gone, loaded]);
  if (unloaded) return { where: file, ...unloaded, unloadable: true };
  return { where: file, ...(await Promise.race([run.gone, outcome(check, await work, run.judge)])) };
}

function unloadable(file, problem) {
  const hint = 'Run it yourself with node to see the whole error message.';
  return failure(`${file} could not be loaded. ${whyUnloadable(problem)}`, hint, { where: placeOf(problem) });
}

async function outcome(check, work, asked) {
  try {
    await check(work);
    if (asked.failed) throw asked.failed; // The student's code has caught it.
  } catch (caught) {
    return described(() => shortcoming(asked.failed ?? caught));
  }
  return { passed: true, where: undefined };
}

function shortcoming(problem) {
  if (problem instanceof Failed) return failure(problem.message, problem.hint, problem.facts);
  return failure(inWords(problem), hintFor(problem), { where: placeOf(problem) });
}

/** What `describe` returns. Whatever was thrown is a claim of the student's process, and describing it may fail as well. */
function described(describe) {
  try {
    return describe();
  } catch {
    const hint = 'Has it a name, a message or a stack of its own making?';
    return failure('Your program threw something that cannot be described.', hint);
  }
}

/** The verdict on an exception outside of any call: from a promise that nobody awaits, or from a timer. */
export function uncaught(problem) {
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

function whyUnloadable(problem) {
  if (!(problem instanceof SyntaxError)) return inWords(problem);
  const where = placeOf(problem);
  return `Node cannot read it: ${problem.message}${where ? ` (${where})` : ''}.`;
}
