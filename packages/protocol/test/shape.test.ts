import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

// Every schema, route, limit and list of the contract, as other programs see it. A change here is one that peers of
// another version notice: look at the difference, then write the new shape with `vitest --update`.

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

/** What each entry of the package exports, the core first: an entry's name is that of its folder. */
async function exportsByEntry(): Promise<Map<string, Record<string, unknown>>> {
  const folders = (await readdir(SOURCES, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found = new Map<string, Record<string, unknown>>([['core', await import('../src/index.js')]]);
  for (const { name } of folders.toSorted((one, other) => one.name.localeCompare(other.name))) {
    const exported = await import(`../src/${name}/index.ts`).catch(() => undefined);
    if (exported !== undefined) found.set(name, exported);
  }
  return found;
}

const entries = await exportsByEntry();
/** Where a schema has a name, it is told once, and referred to elsewhere. */
const named = z.registry<{ id: string }>();
const names = new Map<z.ZodType, string>();
for (const [entry, exported] of entries) {
  for (const [name, value] of Object.entries(exported)) {
    if (!(value instanceof z.ZodType) || names.has(value)) continue;
    names.set(value, `${entry}.${name}`);
    named.add(value, { id: `${entry}.${name}` });
  }
}
const options = {
  io: 'input',
  unrepresentable: 'any',
  uri: (id: string) => id,
  // A format says what its long pattern does.
  override({ jsonSchema }: { jsonSchema: { format?: unknown; pattern?: unknown } }) {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  },
} as const;
const { schemas } = z.toJSONSchema(named, options);

/** A value as JSON can hold it: what would be lost is put into words. */
function shapeOf(value: unknown): unknown {
  if (value instanceof z.ZodType) return names.get(value) ?? z.toJSONSchema(value, options);
  if (value instanceof RegExp) return `${value}`;
  if (value instanceof Set) return { set: [...value].map(shapeOf) };
  if (value instanceof Map) return { map: [...value].map(shapeOf) };
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
  return typeof value === 'bigint' || value === undefined ? String(value) : value;
}

describe('the shape of the contract', () => {
  it('has the entries that other packages import', () => {
    expect(entries.size).toBeGreaterThan(10);
  });

  it.each([...entries])('%s has the shape that was agreed on', async (entry, exported) => {
    const shapes = Object.entries(exported).flatMap(([name, value]) => {
      if (value instanceof z.ZodType) return [[name, schemas[`${entry}.${name}`] ?? names.get(value)]];
      return typeof value === 'function' ? [] : [[name, shapeOf(value)]];
    });
    const text = JSON.stringify(Object.fromEntries(shapes.toSorted()), undefined, 1);
    const plain = text.replaceAll(/\n *"\$(schema|id)": "[^"]*",?/g, '');
    await expect(`${plain}\n`).toMatchFileSnapshot(`shapes/${entry}.txt`);
  });
});
