import type { z } from 'zod';

/** What decoding returns. Decoders never throw: what a peer sends is data, not an exception. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; issues: string[] };

/** Parses text as JSON and against a schema. `issues` name the path of each wrong field. */
export function decodeJson<T>(schema: z.ZodType<T>, text: string): Outcome<T> {
  const parsed = parseJson(text);
  return parsed.ok ? decode(schema, parsed.value) : parsed;
}

/** Checks an already parsed value against a schema. */
export function decode<T>(schema: z.ZodType<T>, value: unknown): Outcome<T> {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, issues: result.error.issues.map(describeIssue) };
}

export function parseJson(text: string): Outcome<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, issues: ['not JSON'] };
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}
