import { configJsonSchema, type Node } from './json-schema.js';

/** Warnings at most: a file with more unknown fields is another program's. */
const MAX_WARNINGS = 100;

/** A warning for each field, at any depth, that no setting has. Beyond a hundred, their number. */
export function unknownFields(value: unknown): string[] {
  const unknown = search(value, configJsonSchema(), '');
  const warnings = unknown.slice(0, MAX_WARNINGS).map(({ path, key, fields }) => {
    const meant = closest(key, fields);
    return `Unknown field "${path}" is ignored.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`;
  });
  const more = unknown.length - warnings.length;
  return more === 0 ? warnings : [...warnings, `${more} more unknown fields are ignored.`];
}

interface Unknown {
  path: string;
  key: string;
  /** What could be meant. */
  fields: readonly string[];
}

function search(value: unknown, node: Node, path: string): Unknown[] {
  if (Array.isArray(value)) {
    const { items } = node;
    return items === undefined ? [] : value.flatMap((entry, index) => search(entry, items, `${path}[${index}]`));
  }
  const { properties } = node;
  if (typeof value !== 'object' || value === null || properties === undefined) return [];
  return Object.entries(value).flatMap(([key, own]) => {
    const full = path === '' ? key : `${path}.${key}`;
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return known === undefined ? [{ path: full, key, fields: Object.keys(properties) }] : search(own, known, full);
  });
}

/** The field that differs least; undefined if more than a third of its letters differ. */
function closest(key: string, fields: readonly string[]): string | undefined {
  // A misspelt name has about the length of the field. Longer ones would only cost time.
  if (key.length > 60) return undefined;
  const ranked = fields
    .map((field) => ({ field, distance: distance(key.toLowerCase(), field.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.ceil(best.field.length / 3) ? best.field : undefined;
}

/** Levenshtein's: letters to add, to leave out or to change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [index, other] of [...b].entries()) {
      const changed = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
