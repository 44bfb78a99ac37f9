import type * as z from 'zod';
import { describeIssues } from './issue.js';
import { type JsonLimits, jsonExcess } from './json-text.js';

/** What decoding returns. Decoders never throw: wrong input from a peer is data, not an exception. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; issues: string[] };

/** Parses text as JSON and against a schema. `issues` name each wrong field, what was found and what is allowed. */
export function decodeJson<T>(schema: z.ZodType<T>, text: string, limits?: JsonLimits): Outcome<T> {
  const parsed = parseJson(text, limits);
  return parsed.ok ? decode(schema, parsed.value) : parsed;
}

/** Checks an already parsed value against a schema. */
export function decode<T>(schema: z.ZodType<T>, value: unknown): Outcome<T> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, issues: describeIssues(result.error.issues) };
}

/** Parses text as JSON, and refuses JSON that is too large or too deeply nested for whatever reads it. */
export function parseJson(text: string, limits?: JsonLimits): Outcome<unknown> {
  const excess = jsonExcess(text, limits);
  if (excess !== undefined) return { ok: false, issues: [excess] };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, issues: ['not JSON'] };
  }
}
