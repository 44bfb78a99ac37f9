// Works for the judge beside the student's code: uses it as it is told, and says what came of it. It judges nothing.
import { readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Values } from './check_wire.mjs';

export class Worker extends Values {
  /** Things that a question has named, and what was thrown instead of them. */
  named = new Map();
  failed = new Map();
  /** Abort controllers, and the ends of promises and steps, which the judge has. */
  signals = new Map();
  promises = new Map();
  steps = new Map();
  asked = 0;
  unanswered = 0;
  lastHeard = 0;
  unread = '';

  /** descriptor: of the socket for what is said, and for replies that are waited for; folders: of the student's files and of the checks */
  constructor(descriptor, folders) {
    super();
    this.descriptor = descriptor;
    this.folders = folders;
  }

  /** Takes a message of the judge's. */
  hear(message) {
    this.lastHeard = message.turn;
    if ('aborts' in message) this.abort(message);
    else if ('settles' in message) end(this.promises, message.settles, message, this);
    else if ('advances' in message) end(this.steps, message.advances, message, this);
    else this.answer(message);
  }

  async answer(question) {
    this.unanswered += 1;
    const said = await this.outcome(question);
    this.unanswered -= 1;
    this.say({ answers: question.id, ...said });
  }

  async outcome(question) {
    let said;
    const args = question.args && this.read(question.args);
    const before = args && this.write(args);
    try {
      const value = OPERATIONS[question.do](this, question, args);
      const isLater = typeof value?.then === 'function' && question.do === 'call';
      said = { is: this.write(await value), ...(isLater && { later: true }) };
    } catch (problem) {
      if (question.as) this.failed.set(question.as, problem);
      said = { raised: this.write(problem) };
    }
    const after = args && this.write(args);
    return isDeepStrictEqual(before, after) ? said : { ...said, changed: after };
  }

  /** Says that nothing is left to do here, if somebody waits for an answer. */
  tellIdle() {
    if (this.unanswered > 0) this.say({ idle: this.lastHeard });
  }

  say(message) {
    const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at);
  }

  /** Calls something of the judge's, and does nothing else until its reply is there. */
  callBack(number, args) {
    this.say({ do: 'call', of: number, args: this.write(args) });
    const reply = JSON.parse(this.readLine());
    for (const aborted of reply.aborted) this.abort(aborted);
    if ('raised' in reply) throw this.read(reply.raised);
    return 'promise' in reply ? this.promised(this.promises, reply.promise) : this.read(reply.is);
  }

  readLine() {
    const bytes = Buffer.alloc(65536);
    while (!this.unread.includes('\n')) {
      const count = readSync(this.descriptor, bytes);
      if (count === 0) process.exit(1); // The judge is gone.
      this.unread += bytes.toString('latin1', 0, count);
    }
    const [line] = this.unread.split('\n', 1);
    this.unread = this.unread.slice(line.length + 1);
    return Buffer.from(line, 'latin1').toString();
  }

  promised(table, number) {
    return new Promise((resolve, reject) => table.set(number, { resolve, reject }));
  }

  abort({ aborts, reason }) {
    this.signals.get(aborts)?.abort(this.read(reason));
  }

  /** What a question is about, after following its path up to the last name. */
  holder({ of, path = [] }) {
    return path.slice(0, -1).reduce((thing, name) => thing[name], this.thing(of));
  }

  thing(number) {
    if (this.failed.has(number)) throw this.failed.get(number);
    return this.named.has(number) ? this.named.get(number) : this.kept.get(number);
  }

  readYours(number) {
    return this.thing(number);
  }

  target(question) {
    const { path = [] } = question;
    const holder = this.holder(question);
    return path.length === 0 ? holder : holder[path.at(-1)];
  }

  called(question, args) {
    const { path = [] } = question;
    const run = this.target(question);
    if (typeof run !== 'function') throw new TypeError(`${path.join('.') || 'this'} is not a function`);
    return Reflect.apply(run, path.length === 0 ? undefined : this.holder(question), args);
  }

  async load(url) {
    const module = await import(url);
    const exports = Object.fromEntries(Object.entries(module).map(([name, value]) => [name, typeof value]));
    return new Loaded(module, exports);
  }

  // What Values leaves to each side.

  writeOther(value) {
    if (value instanceof Loaded) return { other: { number: this.keep(value.module), exports: value.exports } };
    const iterable = typeof value === 'object' && Symbol.asyncIterator in value;
    const facts = { number: this.keep(value), callable: typeof value === 'function', iterable };
    const fields = facts.callable || iterable ? [] : this.writePairs(Object.entries(value));
    return { other: { ...facts, kind: value.constructor?.name ?? 'Object', fields } };
  }

  readOther({ at, thing, signal, aborted, reason, function: number, name, iterator }) {
    if (at !== undefined) return this.target(at);
    if (thing !== undefined) return this.others.get(thing) ?? this.standsFor(thing, {});
    if (signal !== undefined) return this.signal(signal, aborted, reason);
    if (iterator !== undefined) return { [Symbol.asyncIterator]: () => this.iteratorOf(iterator) };
    if (this.others.has(number)) return this.others.get(number);
    const made = (...args) => this.callBack(number, args);
    Object.defineProperty(made, 'name', { value: name });
    return this.standsFor(number, made);
  }

  signal(number, aborted, reason) {
    if (!this.signals.has(number)) this.signals.set(number, new AbortController());
    if (aborted) this.signals.get(number).abort(this.read(reason));
    return this.signals.get(number).signal;
  }

  iteratorOf(number) {
    const next = () => {
      this.asked += 1;
      this.say({ do: 'step', of: number, as: this.asked });
      return this.promised(this.steps, this.asked);
    };
    return { next, return: async () => ({ done: true, value: undefined }) };
  }
}

/** A module, with the kinds of what it exports. */
class Loaded {
  constructor(module, exports) {
    this.module = module;
    this.exports = exports;
  }
}

function end(table, number, said, values) {
  const { resolve, reject } = table.get(number);
  table.delete(number);
  if ('raised' in said) reject(values.read(said.raised));
  else resolve(values.read(said.is));
}

const OPERATIONS = {
  load: (worker, { file }) => worker.load(pathToFileURL(join(worker.folders.work, file)).href),
  observe: (worker, { name }) => worker.load(new URL(`${name}.mjs`, worker.folders.checks).href),
  get: (worker, question) => worker.target(question),
  call: (worker, question, args) => worker.called(question, args),
  new: (worker, question, args) => {
    const Kind = worker.target(question);
    worker.named.set(question.as, new Kind(...args));
  },
  hold: (worker, { value, as }) => {
    worker.named.set(as, worker.read(value));
  },
  exists: (worker, { of }) => {
    worker.thing(of);
  },
  iterate: (worker, { of, as }) => {
    worker.named.set(as, worker.thing(of)[Symbol.asyncIterator]());
  },
  step: (worker, { of, way }) => worker.thing(of)[way]?.(),
};
