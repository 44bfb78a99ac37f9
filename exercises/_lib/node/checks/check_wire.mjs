// How the judge and the process with the student's code write values for each other.
//
// Plain data goes by value. Everything else stays where it is, and goes by a number. Nothing that arrives is
// evaluated.
/** What is told of every error, as texts. */
const TOLD_APART = new Set(['name', 'message', 'stack']);
const ERRORS = { Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError };

/** Writes values as what JSON can hold, and reads them. Each side says what it does with other than plain data. */
export class Values {
  /** What this side has given out, by number, and the numbers. */
  kept = new Map();
  numbers = new Map();
  /** What stands here for things of the other side, by number, and the numbers. */
  others = new Map();
  othersNumbers = new Map();

  write(value) {
    if (value === undefined) return { undefined: 1 };
    if (typeof value === 'number')
      return isPlainNumber(value) ? value : { number: Object.is(value, -0) ? '-0' : `${value}` };
    if (typeof value === 'bigint') return { bigint: `${value}` };
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (this.othersNumbers.has(value)) return { yours: this.othersNumbers.get(value) };
    return this.writeObject(value);
  }

  writeObject(value) {
    if (Array.isArray(value)) return Array.from(value, (part) => this.write(part));
    if (value instanceof Error) return { error: this.writeError(value) };
    if (value instanceof Map) return { map: this.writePairs(value) };
    if (value instanceof Set) return { set: Array.from(value, (part) => this.write(part)) };
    if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
    return isPlain(value) ? { fields: this.writePairs(Object.entries(value)) } : this.writeOther(value);
  }

  writePairs(pairs) {
    return Array.from(pairs, ([key, part]) => [this.write(key), this.write(part)]);
  }

  writeError(problem) {
    const own = Object.entries(problem).filter(([name]) => !TOLD_APART.has(name));
    const [name, message, stack] = [problem.name, problem.message, problem.stack].map(String);
    return {
      number: this.keep(problem),
      name,
      message,
      stack,
      own: this.writePairs(own),
      isDom: problem instanceof DOMException,
    };
  }

  /** The number by which the other side can name a value. */
  keep(value) {
    if (!this.numbers.has(value)) {
      this.numbers.set(value, this.numbers.size + 1);
      this.kept.set(this.numbers.get(value), value);
    }
    return this.numbers.get(value);
  }

  /** Remember that a value here is the other side's with this number. */
  standsFor(number, value) {
    this.others.set(number, value);
    this.othersNumbers.set(value, number);
    return value;
  }

  /** Throws on anything that `write` does not write. */
  read(written) {
    if (Array.isArray(written)) return written.map((part) => this.read(part));
    if (typeof written !== 'object' || written === null) return written;
    const [[tag, content]] = Object.entries(written);
    if (!Object.hasOwn(READERS, tag)) throw new TypeError(`nothing is written as ${tag}`);
    return READERS[tag](this, content);
  }

  readPairs(pairs) {
    return pairs.map(([key, part]) => [this.read(key), this.read(part)]);
  }

  readError({ number, name, message, stack, own, isDom }) {
    if (this.others.has(number)) return this.others.get(number);
    const Kind = Object.hasOwn(ERRORS, name) ? ERRORS[name] : Error;
    const problem = isDom === true ? new DOMException(message, name) : new Kind(message);
    const pairs = this.readPairs(own);
    if (!pairs.every(([key]) => typeof key === 'string')) throw new TypeError('a key is no text');
    const hidden = { configurable: true, enumerable: false, writable: true };
    if (problem.name !== name) Object.defineProperty(problem, 'name', { ...hidden, value: `${name}` });
    Object.defineProperty(problem, 'stack', { ...hidden, value: `${stack}` });
    for (const [key, part] of pairs.filter(([name]) => !TOLD_APART.has(name)))
      Object.defineProperty(problem, key, { ...hidden, enumerable: true, value: part });
    return this.standsFor(number, problem);
  }

  readYours(number) {
    if (!this.kept.has(number)) throw new TypeError(`nothing has the number ${number}`);
    return this.kept.get(number);
  }
}

const READERS = {
  undefined: () => undefined,
  number: (_, text) => Number(text),
  bigint: (_, text) => BigInt(text),
  map: (values, pairs) => new Map(values.readPairs(pairs)),
  set: (values, parts) => new Set(values.read(parts)),
  bytes: (_, text) => new Uint8Array(Buffer.from(text, 'base64')),
  fields: (values, pairs) => Object.fromEntries(values.readPairs(pairs)),
  error: (values, facts) => values.readError(facts),
  yours: (values, number) => values.readYours(number),
  other: (values, facts) => values.readOther(facts),
};

function isPlainNumber(value) {
  return Number.isFinite(value) && !Object.is(value, -0);
}

function isPlain(value) {
  if (typeof value !== 'object') return false;
  const prototype = Object.getPrototypeOf(value);
  return (prototype === null || prototype === Object.prototype) && !(Symbol.asyncIterator in value);
}

/** Gives a list or an object the contents of another one, as deep as the two are of the same kind. */
export function restored(mine, fresh) {
  const isList = Array.isArray(mine) && Array.isArray(fresh);
  if (!isList && !(isObject(mine) && isObject(fresh))) return fresh;
  for (const key of Object.keys(mine)) if (!Object.hasOwn(fresh, key)) delete mine[key];
  for (const [key, part] of Object.entries(fresh)) {
    const value = restored(Object.hasOwn(mine, key) ? mine[key] : undefined, part);
    // Not by =, which for __proto__ would reach what all objects share.
    Object.defineProperty(mine, key, { value, configurable: true, enumerable: true, writable: true });
  }
  if (isList) mine.length = fresh.length;
  return mine;
}

function isObject(value) {
  return typeof value === 'object' && value !== null && isPlain(value);
}

/** Cuts what arrives in pieces into lines of JSON, of at most so many characters. */
export class Lines {
  #pieces = [];
  #length = 0;

  constructor(longest) {
    this.longest = longest;
  }

  /** The lines that are complete with this piece. Throws if one of them is too long. */
  push(text) {
    const [end, ...lines] = text.split('\n');
    this.#pieces.push(end);
    this.#length += end.length;
    if (this.#length > this.longest) throw new RangeError('a line without end');
    if (lines.length === 0) return [];
    const first = this.#pieces.join('');
    this.#pieces = [lines.pop()];
    this.#length = this.#pieces[0].length;
    return [first, ...lines];
  }
}
