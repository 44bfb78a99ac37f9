import { MAX_JSON_DEPTH } from './limits.js';

/** How much a JSON text may hold. */
export interface JsonLimits {
  /** Longest text, in UTF-16 code units. */
  readonly maxLength?: number;
  /** Most values in it, nested ones included. */
  readonly maxValues?: number;
}

/** Far above the daemon's longest answer, a whole history. */
const MAX_LENGTH = 64 * 1024 * 1024;

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
/** Brackets and braces differ in this one bit: with it set, `[` is `{` and `]` is `}`. */
const BRACE_BIT = 0x20;
const [OPENING, CLOSING] = [0x7b, 0x7d];

/**
 * Why a text is too large to be parsed, or undefined. One pass over the characters, without allocations: a
 * million empty lists in two megabytes take the parser a third of a second and a schema far longer, and
 * deeply nested lists overflow the stack of any recursive function.
 */
export function jsonExcess(text: string, limits: JsonLimits = {}): string | undefined {
  const { maxLength = MAX_LENGTH, maxValues = Number.POSITIVE_INFINITY } = limits;
  if (text.length > maxLength) return `found ${text.length} characters, expected at most ${maxLength}`;
  return structureExcess(text, maxValues);
}

function structureExcess(text: string, maxValues: number): string | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const brace = unit | BRACE_BIT;
    if (unit === QUOTE) at = endOfString(text, at);
    depth += Number(brace === OPENING) - Number(brace === CLOSING);
    values += Number(unit === COMMA) + Number(brace === OPENING);
    if (depth > MAX_JSON_DEPTH) return `found more than ${MAX_JSON_DEPTH} lists and objects inside each other`;
    if (values > maxValues) return `found more than ${maxValues} values`;
  }
  return undefined;
}

/** Index of the quote that ends the string begun at `start`, or of the end of the text. Most of a text is in strings. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote;
}

/** Whether an odd number of backslashes stands before `at`: each two of them are one that is meant. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}
