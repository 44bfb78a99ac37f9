import type { $ZodIssue } from 'zod/v4/core';
import { type Node, nodeAt } from './json-schema.js';

/** One setting that cannot be used. */
export interface Problem {
  field: string;
  found: string;
  allowed: string;
  /** What to do. */
  fix: string;
}

/** Characters of a found value that are told. */
const MAX_FOUND = 80;

/** Every problem once, in the order of the fields. */
export function problemsOf(issues: readonly $ZodIssue[], value: unknown): Problem[] {
  const problems = new Map<string, Problem>();
  for (const { path } of issues) {
    const field = fieldName(path);
    if (!problems.has(field)) problems.set(field, problemOf(field, path, value));
  }
  return [...problems.values()];
}

export function inWords({ field, found, allowed, fix }: Problem): string {
  return `  ${field}: found ${found}, allowed ${/^\w/.test(allowed) ? 'is ' : ''}${allowed}. ${fix}`;
}

function problemOf(field: string, path: readonly PropertyKey[], value: unknown): Problem {
  const node = nodeAt(path) ?? {};
  const found = path.reduce<unknown>((own, key) => (own as Record<PropertyKey, unknown> | undefined)?.[key], value);
  const fix =
    node.default === undefined || typeof node.default === 'object'
      ? `Change "${field}"${found === undefined ? ': it has to be there' : ', or leave it out'}.`
      : `Change "${field}", or leave it out for ${JSON.stringify(node.default)}.`;
  return { field, found: shown(found), allowed: allowedBy(node), fix };
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_FOUND ? `${text.slice(0, MAX_FOUND)}…` : text;
}

function allowedBy(node: Node): string {
  if (node.enum !== undefined) return `one of ${node.enum.map((own) => JSON.stringify(own)).join(', ')}`;
  if (node.type === 'integer') return `a whole number from ${node.minimum} to ${node.maximum}`;
  if (node.type === 'number') return `a number ${lowest(node)} to ${node.maximum}`;
  if (node.type === 'boolean') return 'true or false';
  if (node.type === 'array') return `a list of at most ${node.maxItems}`;
  if (node.type === 'object') return `an object with ${Object.keys(node.properties ?? {}).join(', ')}`;
  if (node.pattern?.startsWith('^\\/') === true) return 'an absolute path such as "/data", without a colon';
  return `text${node.maxLength === undefined ? '' : ` of 1 to ${node.maxLength} characters`}`;
}

function lowest({ minimum, exclusiveMinimum }: Node): string {
  return exclusiveMinimum === undefined ? `from ${minimum}` : `above ${exclusiveMinimum}, up`;
}
