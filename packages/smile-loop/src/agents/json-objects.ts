import { jsonrepair } from 'jsonrepair';

/** Characters of a text, from its end, that are looked through: an answer is shorter. */
const MAX_LOOKED_THROUGH = 200_000;
/** Places where an object may begin that are tried. */
const MAX_PLACES = 60;
/** Characters that are repaired in all, a second's work: what needs more is nobody's answer. */
const MAX_REPAIRED = 1_500_000;

type Json = Readonly<Record<string, unknown>>;

/**
 * JSON objects of a text, the most likely first: whole ones from the last to the first, then what can be made of
 * damaged ones. NULs and byte order marks are passed over.
 */
export function* jsonObjects(text: string): Generator<Json> {
  const looked = text.slice(-MAX_LOOKED_THROUGH).replace(/[\0\ufeff]/g, '');
  for (const piece of wholeObjects(looked).reverse()) yield* inside(parse(piece));
  let left = MAX_REPAIRED;
  for (const piece of pieces(looked)) {
    left -= piece.length;
    if (left < 0) return;
    yield* inside(repair(piece));
  }
}

/** Balanced braces outside of texts, the outermost of them, in one pass over the text. */
function wholeObjects(text: string): string[] {
  const found: { start: number; end: number }[] = [];
  const open: number[] = [];
  // A text that is not closed ends with its line.
  const token = /"(?:[^"\\\n]|\\.)*"?|[{}]/g;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '{') open.push(match.index);
    else if (match[0] === '}') close(found, open.pop(), token.lastIndex);
    // Outside of braces, a quotation mark is prose.
    else if (open.length === 0) token.lastIndex = match.index + 1;
  }
  return found.map(({ start, end }) => text.slice(start, end));
}

/** What lies within it is none of its own. */
function close(found: { start: number; end: number }[], start: number | undefined, end: number): void {
  if (start === undefined) return;
  while ((found.at(-1)?.start ?? -1) > start) found.pop();
  found.push({ start, end });
}

/** What may be an object once it is repaired. */
function* pieces(text: string): Generator<string> {
  for (const place of places(text)) {
    for (const piece of endings(text.slice(place))) yield* [piece, unescaped(piece), withoutMarks(piece)];
  }
  yield text.trim();
  const field = text.lastIndexOf('"status"');
  if (field >= 0) yield `{${text.slice(field)}`;
}

/** Where an object seems to begin: those that begin a line first, then the others, each from the last. */
function places(text: string): number[] {
  const all = [...text.matchAll(/\{(?=[\s>]*(?:["'“‘„`\\/#]|\w+["'”]?\s*:))/g)].map(({ index }) => index).reverse();
  const beginsLine = (at: number) => /(?:^|\n)[\s>*`]*$/.test(text.slice(Math.max(0, at - 10), at));
  return [...all.filter(beginsLine), ...all.filter((at) => !beginsLine(at))].slice(0, MAX_PLACES);
}

/** Up to the end of its fence, its last brace, or the text. */
function endings(rest: string): Set<string> {
  const ends = [rest.search(/\n\s*```/), rest.lastIndexOf('}') + 1, rest.length];
  return new Set(ends.filter((end) => end > 0).map((end) => rest.slice(0, end)));
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
function* inside(value: unknown, depth = 0): Generator<Json> {
  if (depth > 3) return;
  if (typeof value === 'string' && value.includes('{')) yield* inside(parse(value) ?? repair(value), depth + 1);
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  const nested: unknown[] = Object.values(value).reverse();
  for (const inner of nested) yield* inside(inner, depth + 1);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Told by the value.
    return undefined;
  }
}

function repair(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    // It cannot be repaired.
    return undefined;
  }
}
