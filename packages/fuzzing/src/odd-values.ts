import fc from 'fast-check';
import { RawJson } from './json-text.js';

/** Names under which every object inherits something, and others that code treats specially. */
const ODD_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'then', 'type', ''];

/** Texts that mean something to somebody: a path, a number, a date, a shell, a terminal, a pattern. */
const ODD_TEXTS = [
  '../outside',
  'a/../../b',
  '/etc/passwd',
  'C:\\x',
  'a\\..\\b',
  './a',
  'a//b',
  'a/',
  'nul.txt',
  'con',
  'a ',
  'a.',
  '~',
  'NaN',
  '1e400',
  '-0',
  '0x10',
  '99999999999999999999',
  '2026-02-30T00:00:00Z',
  '2026-11-22T10:00:00Z',
  '+010000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:60Z',
  '$(id)',
  '; rm -rf .',
  '-rf',
  '\u0000',
  '\u001b]52;c;aGk=\u0007',
  '\u202egnp.exe',
  'ﬀ',
  'İ',
  '\ud800',
  '\udc00x',
  '(a+)+$',
  '[',
  '%',
  '%2e%2e%2f',
  '\r\n',
  ...ODD_NAMES,
];

const ODD_NUMBERS = [
  -0,
  -1,
  0.1,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1e21,
  2 ** 31,
  2 ** 32,
  Number.MAX_SAFE_INTEGER + 2,
  Number.MIN_VALUE,
  Number.MAX_VALUE,
];

/** Text of any UTF-16 units, lone surrogates and control characters included. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.integer({ min: 32, max: 126 }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units));

/** Text as long as any that reaches a parser uncut. */
const longText = fc
  .tuple(fc.constantFrom('a', '{', '"', '\\', ' ', '\n', '\u001b', '一', '\ud83d\ude00', '../'), fc.nat(20_000))
  .map(([unit, times]) => unit.repeat(times));

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 4, arbitrary: anyText },
  { weight: 1, arbitrary: longText },
);

export const oddName: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...ODD_NAMES), anyText);

const oddNumber = fc.oneof(fc.constantFrom(...ODD_NUMBERS), fc.integer(), fc.double({ noNaN: true }));

const simpleValue = fc.oneof(fc.constant(null), fc.boolean(), oddNumber, oddText);

/** Lists and objects nested deeper than anyone writes them. */
export const deepValue: fc.Arbitrary<unknown> = fc
  .tuple(fc.constantFrom(['[', ']'] as const, ['{"a":', '}'] as const), fc.nat(6000))
  .map(([[open, close], depth]) => new RawJson(`${open.repeat(depth)}1${close.repeat(depth)}`));

/** In characters of JSON. Nothing longer is read except an import, which may be twice as long. */
const MAX_LIST_LENGTH = 1_000_000;

const longList = fc.tuple(simpleValue, fc.nat(1500)).map(([value, length]) => {
  const each = JSON.stringify(value).length + 1;
  return new Array(Math.min(length, Math.floor(MAX_LIST_LENGTH / each))).fill(value);
});

/** Something other than what belongs in a place of a document, of any size but no great depth. */
export const flatValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 10, arbitrary: simpleValue },
  { weight: 3, arbitrary: fc.array(simpleValue, { maxLength: 4 }) },
  { weight: 3, arbitrary: fc.array(fc.tuple(oddName, simpleValue), { maxLength: 4 }).map(objectOf) },
  { weight: 1, arbitrary: longList },
);

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 17, arbitrary: flatValue },
  { weight: 1, arbitrary: deepValue },
);

/** An object that has every name as its own, `__proto__` included. */
function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of entries) setOwn(made, name, value);
  return made;
}

/** Assigning to `__proto__` would set no field. */
export function setOwn(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

/** The text without lone surrogates, so that it can be part of an address. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
