import { createHash } from 'node:crypto';
import { type JsonObject, without } from '../vendors/json.js';

/** Members of a request that say who asks and in which session, and nothing of what is asked. */
const WHO_ASKS = [
  'metadata',
  'user',
  'client_metadata',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'session_id',
  'user_prompt_id',
  'labels',
];

/** What differs from run to run within the words of a request, and what stands for it in the key. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b(?:srv)?(?:toolu|call|msg|resp|fc|ctc|rs|req|chatcmpl)_[A-Za-z0-9_-]{6,}/g, '<id>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:\.\d+)?\b/g, '<time>'],
  // As `ls -l` tells when a file was written.
  [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d\b/g, '<time>'],
  // Days only where a CLI tells which one it is: an API's version in a tutorial is a date too.
  // A gap before the first digit is taken whole, by a look ahead: to try every shorter one takes 1800 steps for each word.
  [
    /((?:today|current[ _]date)(?=([^\n\d]{0,60}))\2)(?:\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{4}|(?=([^\n\d]{0,30}))\3\d\d?,? \d{4})/gi,
    '$1<day>',
  ],
  [/(?:\/private)?(?:\/var\/folders\/[\w+]+\/[\w+]+\/T|\/tmp)\/[\w.-]*[.-][A-Za-z0-9]{6,}(?=\/|\b)/g, '<temp>'],
  [/\bhost\.docker\.internal:\d+/g, '<host>'],
  // What the CLIs say of themselves: the hash in a header within the prompt, the time that a command took.
  [/\bcch=[0-9a-f]+/g, 'cch=<hash>'],
  [/\bChunk ID: [0-9a-f]+/g, 'Chunk ID: <id>'],
  [/\bWall time: [\d.]+ seconds/g, 'Wall time: <time>'],
];

export interface KeyedRequest {
  readonly vendor: string;
  readonly role: string;
  readonly method: string;
  /** With the query, without credentials. */
  readonly path: string;
  readonly body: JsonObject | undefined;
}

/** Sha256 in hex of a request without what is volatile: two that ask the same have the same. */
export function keyOf({ vendor, role, method, path, body }: KeyedRequest): string {
  const asked = body && without(body, WHO_ASKS);
  const canonical = JSON.stringify([vendor, role, method, path, steady(asked)]);
  return createHash('sha256').update(canonical).digest('hex');
}

/** The same value with its members in order and its words without what is volatile. */
function steady(value: unknown): unknown {
  if (typeof value === 'string')
    return VOLATILE.reduce((text, [pattern, stands]) => text.replace(pattern, stands), value);
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return members.map(([name, member]) => [name, steady(member)]);
}
