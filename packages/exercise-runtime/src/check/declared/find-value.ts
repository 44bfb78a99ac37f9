import { beside, SHORT_TEXT_LENGTH } from './beside.js';

/** The value at a place in a JSON text, as compact JSON, or why there is none to give. */
export type FoundValue =
  | { kind: 'no_json' }
  | { kind: 'nothing' }
  | { kind: 'too_deep' }
  | { kind: 'value'; json: string };

type Place = readonly (string | number)[];

/** The same as below, for a worker. */
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

/** Looks for a value in JSON; undefined if that takes too long. */
export async function findValue(text: string, at: Place, signal?: AbortSignal): Promise<FoundValue | undefined> {
  if (text.length > SHORT_TEXT_LENGTH) return beside<FoundValue>(FINDER, { text, at }, signal);
  const parsed = parse(text);
  if (parsed === undefined) return { kind: 'no_json' };
  const value = valueAt(parsed.value, at);
  return value === undefined ? { kind: 'nothing' } : asFound(value);
}

/** Accepts any depth, unlike our own formats: a student's work either is JSON or is not. */
function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Own keys only: the student did not write what every object inherits. */
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
    // Nested too deeply for the engine.
    return { kind: 'too_deep' };
  }
}
