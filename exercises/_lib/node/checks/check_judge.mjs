// The judge's side of the wire: it asks the process that has the student's code (check_worker.mjs), and is called
// back by it.
//
// Nothing that comes from there is believed to be more than a claim about values: it is read as check_wire.mjs
// writes it, and anything else is the end of the run.
import { Failed } from './check_failed.mjs';
import { isUnawaited, LATER, remote, whereabouts } from './check_remote.mjs';
import { restored, Values } from './check_wire.mjs';

/** The other side has said something that is not written as it should be. */
export class Garbled extends Error {}

export class Judge extends Values {
  pending = new Map();
  asked = 0;
  /** How many messages have gone to the other side, apart from replies. */
  told = 0;
  /** Names for things that a question makes there, before its answer has come. */
  named = 0;
  /** What a callback of the check has failed with, which the student's code may have caught. */
  failed = undefined;
  /** What the other side waits for: promises that callbacks have returned, and signals that can be aborted. */
  outstanding = new Set();
  /** While a callback runs, what has to be known there when it returns. */
  urgent = undefined;

  /** tell, reply: write a message to the other side; reply is for the one that waits for it, doing nothing else. */
  constructor({ tell, reply }) {
    super();
    this.send = tell;
    this.reply = reply;
  }

  tell(message) {
    this.told += 1;
    this.send({ turn: this.told, ...message });
  }

  ask(question, given) {
    this.asked += 1;
    const id = this.asked;
    const { promise, resolve, reject } = withResolvers();
    promise.catch(() => {}); // Whoever needs it awaits it.
    this.pending.set(id, { promise, resolve, reject, given });
    this.tell({ id, ...question });
    return promise;
  }

  load(file) {
    return this.ask({ do: 'load', file });
  }

  observe(name) {
    return this.ask({ do: 'observe', name });
  }

  get(number, path) {
    return this.ask({ do: 'get', of: number, path });
  }

  call(number, path, args) {
    return this.ask({ do: 'call', of: number, path, args: this.write(args) }, args);
  }

  construct(number, path, args) {
    return this.newName((as) => this.ask({ do: 'new', of: number, path, args: this.write(args), as }, args));
  }

  hold(value) {
    return this.newName((as) => this.ask({ do: 'hold', value: this.write(value), as }));
  }

  newName(make) {
    this.named += 1;
    make(-this.named);
    return remote(this, -this.named);
  }

  exists(number) {
    return this.ask({ do: 'exists', of: number });
  }

  async iterate(number) {
    this.named += 1;
    const as = -this.named;
    await this.ask({ do: 'iterate', of: number, as });
    return as;
  }

  step(iterator, way) {
    return this.ask({ do: 'step', of: iterator, way });
  }

  /** Takes a message. Throws Garbled if it is none. */
  hear(message) {
    try {
      if ('answers' in message) this.settle(message);
      else if (message.do === 'call') this.serve(message);
      else if (message.do === 'step') this.advance(message);
      else throw new TypeError('no message');
    } catch (problem) {
      throw new Garbled(`${problem}`);
    }
  }

  settle(message) {
    const { promise, resolve, reject, given } = this.pending.get(message.answers);
    this.pending.delete(message.answers);
    if (message.later) LATER.add(promise);
    if ('changed' in message) restored(given, this.read(message.changed));
    if ('raised' in message) reject(this.read(message.raised));
    else resolve(this.read(message.is));
  }

  /** Calls what a check has handed over. The other side waits for the reply. */
  serve({ of, args }) {
    const [run, given] = [this.readYours(of), this.read(args)];
    this.urgent = [];
    let said;
    try {
      const value = run(...given);
      said = value instanceof Promise ? { promise: this.promised(value) } : { is: this.write(value) };
    } catch (problem) {
      if (problem instanceof Failed) this.failed ??= problem;
      said = { raised: this.write(problem) };
    }
    const aborted = this.urgent;
    this.urgent = undefined;
    this.reply({ ...said, aborted });
  }

  /** The number under which the end of a promise will be told. */
  promised(promise) {
    this.outstanding.add(promise);
    const number = this.keep(promise);
    const end = (said) => {
      this.outstanding.delete(promise);
      this.tell({ settles: number, ...said });
    };
    promise.then(
      (value) => end({ is: this.write(value) }),
      (problem) => end({ raised: this.write(problem) }),
    );
    return number;
  }

  advance({ of, as }) {
    const step = Promise.resolve(this.readYours(of).next());
    this.outstanding.add(step);
    step.then(
      ({ done, value }) => this.endStep(step, as, { is: this.write({ done, value }) }),
      (problem) => this.endStep(step, as, { raised: this.write(problem) }),
    );
  }

  endStep(step, as, said) {
    this.outstanding.delete(step);
    this.tell({ advances: as, ...said });
  }

  /** Whether nothing can come any more of what is awaited: the other side has nothing left to do, and waits for nothing from here. */
  isHopeless(lastHeard) {
    return lastHeard === this.told && this.pending.size > 0 && this.outstanding.size === 0;
  }

  // What Values leaves to each side.

  writeOther(value) {
    if (value instanceof AbortSignal) return { other: { signal: this.watched(value), ...this.abortOf(value) } };
    if (isUnawaited(value)) return { other: { at: whereabouts(value) } };
    if (typeof value === 'function') return { other: { function: this.keep(value), name: value.name } };
    if (Symbol.asyncIterator in value) return { other: { iterator: this.keep(value[Symbol.asyncIterator]()) } };
    return { other: { thing: this.keep(value) } };
  }

  abortOf(signal) {
    return signal.aborted ? { aborted: true, reason: this.write(signal.reason) } : { aborted: false };
  }

  watched(signal) {
    if (!signal.aborted && !this.numbers.has(signal)) {
      this.outstanding.add(signal);
      signal.addEventListener('abort', () => {
        this.outstanding.delete(signal);
        const said = { aborts: this.numbers.get(signal), reason: this.write(signal.reason) };
        if (this.urgent) this.urgent.push(said);
        else this.tell(said);
      });
    }
    return this.keep(signal);
  }

  readOther({ number, exports, iterable, callable, kind, fields }) {
    if (this.others.has(number)) return this.others.get(number);
    if (exports || iterable || callable) return remote(this, number, [], { exports, iterable });
    return this.standsFor(number, snapshot(`${kind}`, this.readPairs(fields)));
  }
}

/** An object of a class of the student's, with the fields that it had when it was told of. */
function snapshot(kind, pairs) {
  const prototype = { constructor: { [kind]: class {} }[kind] };
  return Object.assign(Object.create(prototype), Object.fromEntries(pairs));
}

function withResolvers() {
  let [resolve, reject] = [];
  const promise = new Promise((...given) => {
    [resolve, reject] = given;
  });
  return { promise, resolve, reject };
}
