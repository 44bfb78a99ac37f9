import { parseJson } from '@agent-factory/protocol';
import { jsonrepair } from 'jsonrepair';

/** Characters of a text, from its end, that are looked through: an answer is shorter. */
const MAX_LOOKED_THROUGH = 200_000;
/** Places where an object may begin that are tried. */
const MAX_PLACES = 60;
/**
 * Characters of a piece that is repaired: a damaged answer is shorter. The time of `jsonrepair` grows with their
 * square in hostile texts, to half a second for these.
 */
const MAX_REPAIRED = 50_000;
/** Squared characters that are repaired in all, a second's work or two: what needs more is nobody's answer. */
const MAX_WORK = 2 * MAX_REPAIRED ** 2;
/** Characters for which a try counts, besides its own: a text that is none has the price of an exception. */
const CHARS_OF_A_TRY = 1000;

const WORD = /[\p{L}\p{N}]/gu;

/** A text that is not closed ends with its line. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}]/g;
/** With the blanks before it, of which only the first is tried as a beginning: so is the time of a match linear. */
const END_OF_FENCE = /(?<!\s)[^\S\n]*\n\s*```/g;

type Json = Readonly<Record<string, unknown>>;

/** An object of a text, and how it stands there. */
export interface Found {
  readonly object: Json;
  /** It could be read as it is. */
  readonly isWhole: boolean;
  /** Nothing but marks is before it in its line. */
  readonly beginsLine: boolean;
  /** It stands within a sentence: a text may show so what somebody else has said. */
  readonly isQuoted: boolean;
}

/**
 * JSON objects of a text: whole ones from the last to the first, then what can be made of damaged ones, the most likely
 * first. What is damaged is not looked for within a sentence. NULs and byte order marks are passed over.
 */
export function* jsonObjects(text: string): Generator<Found> {
  const looked = text.slice(-MAX_LOOKED_THROUGH).replace(/[\0\ufeff]/g, '');
  const repairs = new Repairs();
  const read = new Set<number>();
  for (const { start, end } of wholeObjects(looked).reverse()) {
    const value = parse(looked.slice(start, end));
    if (value === undefined) continue;
    read.add(start);
    const beginsLine = beginsItsLine(looked, start);
    const isQuoted = !beginsLine && hasWords(looked, end);
    for (const object of inside(value, repairs)) yield { object, isWhole: true, beginsLine, isQuoted };
  }
  for (const piece of pieces(looked, read)) {
    if (repairs.isSpent) return;
    for (const object of inside(repairs.read(piece), repairs)) {
      yield { object, isWhole: false, beginsLine: true, isQuoted: false };
    }
  }
}

function beginsItsLine(text: string, at: number): boolean {
  return /(?:^|\n)[\s>*`]*$/.test(text.slice(Math.max(0, at - 10), at));
}

/** Whether the text goes on after this place with more than marks. */
function hasWords(text: string, from: number): boolean {
  WORD.lastIndex = from;
  return WORD.test(text);
}

/** Reads what may be damaged, for as long as the work that it takes is not too much. */
class Repairs {
  #left = MAX_WORK;

  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** What a text is as JSON, repaired where it has to be. Undefined for none, and once there has been too much work. */
  read(text: string): unknown {
    if (this.isSpent || text.length > MAX_REPAIRED) return undefined;
    this.#left -= (text.length + CHARS_OF_A_TRY) ** 2;
    return parse(text) ?? repair(text);
  }
}

/** Balanced braces outside of texts, the outermost of them, in one pass over the text. */
function wholeObjects(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const open: number[] = [];
  for (let at = text.indexOf('{'); at >= 0; ) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) break;
    if (match[0] === '{') open.push(match.index);
    else if (match[0] === '}') close(found, open.pop(), TOKEN.lastIndex);
    // Outside of braces, a quotation mark is prose.
    at = open.length === 0 ? text.indexOf('{', TOKEN.lastIndex) : TOKEN.lastIndex;
  }
  return found;
}

/** What lies within it is none of its own. */
function close(found: { start: number; end: number }[], start: number | undefined, end: number): void {
  if (start === undefined) return;
  while ((found.at(-1)?.start ?? -1) > start) found.pop();
  found.push({ start, end });
}

/** What may be an object once it is repaired, but for what could be read as it is. */
function* pieces(text: string, read: ReadonlySet<number>): Generator<string> {
  const fences = [...text.matchAll(END_OF_FENCE)].map((match) => match.index + match[0].indexOf('\n'));
  for (const place of places(text).filter((place) => !read.has(place))) {
    const fence = fences.find((index) => index > place) ?? place;
    for (const piece of endings(text.slice(place), fence - place))
      yield* new Set([piece, unescaped(piece), withoutMarks(piece)]);
  }
  if (/^\s*["'`[{]/.test(text)) yield text.trim();
  const field = text.lastIndexOf('"status"');
  if (field >= 0 && beginsItsLine(text, field)) yield `{${text.slice(field)}`;
}

/** Where an object seems to begin: those that begin a line first, then the others, each from the last. */
function places(text: string): number[] {
  const all = [...text.matchAll(/\{(?=[\s>]*(?:["'“‘„`\\/#]|\w+["'”]?\s*:))/g)].map(({ index }) => index).reverse();
  const beginsLine = (at: number) => beginsItsLine(text, at);
  // Where the text goes on after the last brace, what is within a line is a quotation.
  const quoted = hasWords(text, text.lastIndexOf('}') + 1) && text.includes('}');
  const within = quoted ? [] : all.filter((at) => !beginsLine(at));
  return [...all.filter(beginsLine), ...within].slice(0, MAX_PLACES);
}

/** Up to the end of its fence, its last brace, or the text. */
function endings(rest: string, fence: number): Set<string> {
  const ends = [fence, rest.lastIndexOf('}') + 1, rest.length];
  return new Set(ends.filter((end) => end > 0 && end <= MAX_REPAIRED).map((end) => rest.slice(0, end)));
}

/** An object that was written as the text of a string. */
function unescaped(piece: string): string {
  return piece.replaceAll('\\n', '\n').replaceAll('\\"', '"');
}

/** Without what Markdown and other languages put before a line: marks of a quotation, and comments. */
function withoutMarks(piece: string): string {
  return piece.replace(/^[ \t]*(?:>[ \t]?|#.*$)/gm, '');
}

/** The value, and objects that it wraps: in a list, under one name, or as text. */
function* inside(value: unknown, repairs: Repairs, depth = 0): Generator<Json> {
  if (depth > 3) return;
  if (typeof value === 'string' && value.includes('{')) yield* inside(repairs.read(value), repairs, depth + 1);
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  const nested: unknown[] = Object.values(value).reverse();
  for (const inner of nested) yield* inside(inner, repairs, depth + 1);
}

/** What is nested deeper than any answer is no value: whoever reads it would have no stack for it. */
export function parse(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** What can be made of a damaged text, in a time that grows with its square; undefined for nothing. */
export function repair(text: string): unknown {
  try {
    return parse(jsonrepair(text));
  } catch {
    // It cannot be repaired.
    return undefined;
  }
}
