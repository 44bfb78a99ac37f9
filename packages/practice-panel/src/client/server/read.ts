import { decode, parseJson } from '@agent-factory/protocol';
import { type RestOutcome, unexpected, unreachable } from './outcome.js';

/** The schema of a `T`, as the protocol's decoder takes it. */
export type SchemaOf<T> = Parameters<typeof decode<T>>[0];

/** Reads a whole answer against its schema. */
export async function readJson<T>(response: Response, schema: SchemaOf<T>): Promise<RestOutcome<T>> {
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return unreachable('The practice server’s answer was cut off.');
  const parsed = parseJson(text);
  const outcome = parsed.ok ? decode(schema, parsed.value) : parsed;
  if (outcome.ok) return outcome;
  return unexpected(`The server’s answer is invalid (status ${response.status}): ${outcome.issues.join('; ')}`);
}
