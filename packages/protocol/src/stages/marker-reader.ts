/** Any of these characters, at least one and at most so many. */
interface Run {
  readonly isOne: (code: number) => boolean;
  readonly most: number;
}

const DIGITS: Run = { isOne: isDigit, most: 9 };
const HEX: Run = { isOne: isHex, most: 64 };

/** What markers consist of, by their second character: all begin with `[`. */
const FORMS: Readonly<Record<string, readonly (string | Run)[]>> = {
  S: ['[STAGE_COMPLETE:', DIGITS, ']'],
  D: ['[DUNGEON_COMPLETE]'],
  P: ['[PAYMENT_CONFIRMED:', DIGITS, ':0x', HEX, ']'],
};

/** Reads one marker a character at a time, as the cells of a screen give it. */
export class MarkerReader {
  #text = '';
  #form: readonly (string | Run)[] = ['['];
  #part = 0;
  /** Characters of that part that were read. */
  #count = 0;

  /** What was read so far: a marker, or the beginning of one. */
  get text(): string {
    return this.#text;
  }

  /** Nothing can follow. */
  get isComplete(): boolean {
    return this.#text.length > 1 && this.#part === this.#form.length;
  }

  /** Another reader, which has read the same. */
  clone(): MarkerReader {
    const other = new MarkerReader();
    other.#text = this.#text;
    other.#form = this.#form;
    other.#part = this.#part;
    other.#count = this.#count;
    return other;
  }

  /** Reads a character (its code) if it continues the marker. False: it does not, and nothing has changed. */
  take(code: number): boolean {
    if (this.#text.length === 1) return this.#choose(code);
    const part = this.#form[this.#part];
    if (part === undefined) return false;
    if (typeof part === 'string') return part.charCodeAt(this.#count) === code && this.#advance(code, part.length);
    if (this.#count < part.most && part.isOne(code)) return this.#advance(code, Number.POSITIVE_INFINITY);
    const next = this.#form[this.#part + 1];
    if (this.#count === 0 || typeof next !== 'string' || next.charCodeAt(0) !== code) return false;
    this.#part += 1;
    this.#count = 0;
    return this.#advance(code, next.length);
  }

  /** The second character says which marker it is to be. */
  #choose(code: number): boolean {
    const form = FORMS[String.fromCharCode(code)];
    if (form === undefined) return false;
    this.#form = form;
    this.#part = 0;
    this.#count = 1;
    return this.#advance(code, Number.POSITIVE_INFINITY);
  }

  #advance(code: number, length: number): true {
    this.#text += String.fromCharCode(code);
    this.#count += 1;
    if (this.#count === length) {
      this.#part += 1;
      this.#count = 0;
    }
    return true;
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isHex(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}
