import fc from 'fast-check';
import { jsonText, RawJson } from './json-text.js';
import { anyText, oddName, oddValue, setOwn } from './odd-values.js';

/** One thing that goes wrong in a document. `place` is any number; it is taken modulo the number of places. */
type Change = { readonly place: number } & (
  | { readonly kind: 'replace'; readonly value: unknown }
  | { readonly kind: 'leave out' }
  | { readonly kind: 'repeat'; readonly times: number }
  | { readonly kind: 'add'; readonly name: string; readonly value: unknown }
);

/** At most this many values come from one repetition: a long list of long lists would take minutes. */
const MAX_REPEATED = 3000;

/** Nothing longer is ever read: an import has at most 2 MB. */
const MAX_TEXT_LENGTH = 2 * 1024 * 1024;

const place = fc.nat(10_000);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), place, value: oddValue }),
  fc.record({ kind: fc.constant('leave out' as const), place }),
  fc.record({ kind: fc.constant('repeat' as const), place, times: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('add' as const), place, name: oddName, value: oddValue }),
);

/** JSON of valid documents with up to four things wrong in random places; some stay valid. */
export function changedDocuments(documents: readonly unknown[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...documents), fc.array(change, { maxLength: 4 }))
    .map(([document, changes]) => jsonText(changed(document, changes)))
    .filter((text) => text.length <= MAX_TEXT_LENGTH);
}

/** The same, and text that was cut, garbled, or never was JSON. */
export function jsonTexts(documents: readonly unknown[]): fc.Arbitrary<string> {
  const whole = changedDocuments(documents);
  const torn = fc
    .tuple(whole, fc.nat(100_000), anyText)
    .map(([text, at, extra]) => text.slice(0, at % (text.length + 1)) + extra);
  const garbled = fc
    .tuple(whole, fc.nat(100_000), fc.nat(3), anyText)
    .map(([text, at, left, extra]) => spliced(text, at % (text.length + 1), left, extra));
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: torn },
    { weight: 1, arbitrary: garbled },
    { weight: 1, arbitrary: fc.oneof(anyText, fc.json()) },
  );
}

function spliced(text: string, at: number, left: number, extra: string): string {
  return text.slice(0, at) + extra + text.slice(at + left);
}

interface Place {
  readonly parent: object;
  readonly key: PropertyKey;
}

function changed(document: unknown, changes: readonly Change[]): unknown {
  const root = { document: copyOf(document) };
  for (const wrong of changes) {
    const places = placesIn(root);
    const chosen = places[wrong.place % places.length];
    if (chosen !== undefined) apply(wrong, chosen);
  }
  return root.document;
}

/** Copies lists and objects, so that a change does not reach values that are used again. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isBranch(value)) return value;
  const copy = {};
  for (const [name, part] of Object.entries(value)) setOwn(copy, name, copyOf(part));
  return copy;
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof RawJson);
}

function apply(wrong: Change, { parent, key }: Place): void {
  if (wrong.kind === 'replace') setOwn(parent, key, copyOf(wrong.value));
  if (wrong.kind === 'leave out') leaveOut(parent, key);
  if (wrong.kind === 'repeat') repeat(parent, key, wrong.times);
  if (wrong.kind === 'add') add(Reflect.get(parent, key), wrong.name, copyOf(wrong.value));
}

function leaveOut(parent: object, key: PropertyKey): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

function repeat(parent: object, key: PropertyKey, times: number): void {
  const value = Reflect.get(parent, key);
  const most = Math.ceil(MAX_REPEATED / (Array.isArray(value) ? value.length + 1 : 1));
  if (Array.isArray(parent)) parent.splice(Number(key), 0, ...new Array(Math.min(times, most)).fill(value));
  else setOwn(parent, `${String(key)}2`, value);
}

function add(target: unknown, name: string, value: unknown): void {
  if (Array.isArray(target)) target.push(value);
  else if (isBranch(target)) setOwn(target, name, value);
}

/** Every value of a document, as its parent and its key. */
function placesIn(root: object): Place[] {
  const places: Place[] = [];
  const rest: object[] = [root];
  for (let parent = rest.pop(); parent !== undefined; parent = rest.pop()) {
    for (const key of Object.keys(parent)) {
      places.push({ parent, key });
      const value: unknown = Reflect.get(parent, key);
      if (isBranch(value)) rest.push(value);
    }
  }
  return places;
}
