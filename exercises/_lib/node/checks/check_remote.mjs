// The student's modules, functions and objects, as the checks see them.
//
// Each use is a question to the process that has them, so what comes of it has to be awaited:
// `await answer.add(event)`, `await answer.text`. Only `new Answer()` is there at once.

/** By what stands for a thing of the student's: the judge to ask, its number, the names that lead on from it, and facts. */
const INSIDE = new WeakMap();

/** facts: { exports } of a module; { iterable } of what `for await` can go through */
export function remote(judge, number, path = [], facts = {}) {
  const on = (name) => remote(judge, number, [...path, name]);
  const made = new Proxy(function students() {}, {
    get: (_target, name) => {
      if (name === Symbol.asyncIterator) return facts.iterable ? () => steps(judge, number) : undefined;
      if (name === 'then') return path.length > 0 ? (...given) => judge.get(number, path).then(...given) : undefined;
      return typeof name === 'string' ? on(name) : undefined;
    },
    apply: (_target, _this, args) => judge.call(number, path, args),
    construct: (_target, args) => judge.construct(number, path, args),
    set: () => false,
  });
  INSIDE.set(made, { judge, number, path, facts });
  if (path.length === 0) judge.standsFor(number, made);
  return made;
}

async function* steps(judge, number) {
  const iterator = await judge.iterate(number);
  try {
    for (;;) {
      const { done, value } = await judge.step(iterator, 'next');
      if (done) return;
      yield value;
    }
  } finally {
    judge.step(iterator, 'return').catch(() => {}); // What a loop that is left does not wait for.
  }
}

/** Whether it is the name of something of the student's, of which nobody has asked yet what it is. */
export function isUnawaited(value) {
  return INSIDE.get(value)?.path.length > 0;
}

/** The number of a thing, and the names that lead on from it. */
export function whereabouts(value) {
  const { number: of, path } = INSIDE.get(value);
  return { of, path };
}

/** The kind of value, as typeof says it, that a module of the student's exports under this name. */
export function kindOfExport(module, name) {
  const { exports = {} } = INSIDE.get(module).facts;
  return Object.hasOwn(exports, name) ? exports[name] : 'undefined';
}

/** Resolves to a thing that `new` has made, when it is there; rejects with what its constructor has thrown. */
export async function made(thing) {
  const { judge, number } = INSIDE.get(thing);
  await judge.exists(number);
  return thing;
}

/** A value handed over to stay there: a check can see what becomes of it. `beside` is anything of the student's. */
export function hold(beside, value) {
  return INSIDE.get(beside).judge.hold(value);
}

/** A module of the exercise's checks, which runs beside the student's code: it does there what cannot be done from here. */
export function observer(beside, name) {
  return INSIDE.get(beside).judge.observe(name);
}

/** What `atOnce` has in place of a value that was still to come. */
class APromise {}

/** What a call has returned. In contrast to awaiting it, a promise that it has returned is told from its value. */
export async function atOnce(answer) {
  const value = await answer;
  return LATER.has(answer) ? new APromise() : value;
}

/** The answers to calls that have returned a promise. */
export const LATER = new WeakSet();
