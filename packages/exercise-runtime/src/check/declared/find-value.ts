import { beside, SHORT_TEXT_LENGTH } from './beside.js';

/** What a text is, and the value at a place in it as compact JSON; none where there is nothing, `too deep` aside. */
export type FoundValue =
  | { kind: 'no_json' }
  | { kind: 'nothing' }
  | { kind: 'too_deep' }
  | { kind: 'value'; json: string };

type Place = readonly (string | number)[];

/** The same as below, beside the daemon. */
const FINDER = `function find(text, at) {
  let here;
  try { here = JSON.parse(text); } catch { return { kind: 'no_json' }; }
  for (const key of at) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return { kind: 'nothing' };
    here = here[key];
  }
  try { return { kind: 'value', json: JSON.stringify(here) }; } catch { return { kind: 'too_deep' }; }
}
post(find(data.text, data.at));`;

/** Looks for a value in JSON; undefined where it cannot be told in time. */
export async function findValue(text: string, at: Place, signal?: AbortSignal): Promise<FoundValue | undefined> {
  if (text.length > SHORT_TEXT_LENGTH) return beside<FoundValue>(FINDER, { text, at }, signal);
  const parsed = parse(text);
  if (parsed === undefined) return { kind: 'no_json' };
  const value = valueAt(parsed.value, at);
  return value === undefined ? { kind: 'nothing' } : asFound(value);
}

/** Of any depth, unlike our own formats: the work of a student is JSON or it is none. */
function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Own keys only: what every object inherits is nothing the student wrote. */
function valueAt(value: unknown, at: Place): unknown {
  let here = value;
  for (const key of at) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string | number, unknown>)[key];
  }
  return here;
}

function asFound(value: unknown): FoundValue {
  try {
    return { kind: 'value', json: JSON.stringify(value) };
  } catch {
    // Nested so deeply that the engine gives up.
    return { kind: 'too_deep' };
  }
}
