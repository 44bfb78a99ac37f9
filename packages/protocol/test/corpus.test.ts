import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { decode, ROUTES } from '../src/index.js';
import { SCHEMAS } from './schemas.js';

const corpus = new URL('./corpus/', import.meta.url);

function examples(schema: string, kind: 'valid' | 'invalid'): Array<[string, unknown]> {
  const folder = new URL(`${schema}/${kind}/`, corpus);
  return readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
  ]);
}

/** Where something is wrong; of a choice, in any of its shapes. */
function placesOf(issues: readonly z.core.$ZodIssue[], root: readonly PropertyKey[] = []): string[] {
  return issues.flatMap((found) => {
    const path = [...root, ...found.path];
    if (found.code === 'unrecognized_keys') return found.keys;
    const inside = found.code === 'invalid_union' ? found.errors.flatMap((branch) => placesOf(branch, path)) : [];
    return [path.map(String).join('.'), ...inside];
  });
}

test('the corpus has a folder for every schema, and every route and frame has a schema in it', () => {
  expect(readdirSync(corpus).sort()).toEqual(Object.keys(SCHEMAS).sort());
  const known = new Set(Object.values(SCHEMAS));
  for (const route of Object.values(ROUTES)) {
    expect(known.has(route.response)).toBe(true);
    if ('request' in route) expect(known.has(route.request)).toBe(true);
  }
});

describe.each(Object.keys(SCHEMAS))('%s', (name) => {
  const schema = SCHEMAS[name] as z.ZodType;

  test.each(examples(name, 'valid'))(
    'takes %s, and what it makes of it is valid again and can travel',
    (_example, value) => {
      const outcome = decode(schema, value);
      expect(outcome).toEqual({ ok: true, value: expect.anything() });
      if (!outcome.ok) return;
      expect(decode(schema, JSON.parse(JSON.stringify(outcome.value)))).toEqual(outcome);
    },
  );

  test.each(examples(name, 'invalid'))('refuses %s and names the place', (_example, example) => {
    const { issue, value } = example as { issue: string; value: unknown };
    const outcome = decode(schema, value);
    expect(outcome.ok).toBe(false);
    const result = schema.safeParse(value);
    expect(placesOf(result.error?.issues ?? [])).toContain(issue);
    // What a person gets to read names the place too.
    if (!outcome.ok) expect(outcome.issues.join('\n')).toContain(issue);
  });
});
