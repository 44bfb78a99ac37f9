import * as z from 'zod';
import { configSchema } from './schema.js';

/** What is read of a JSON Schema here. */
export interface Node {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
}

// Made once: every problem of a file is looked up in it.
const SCHEMA = { title: 'smile.json', ...z.toJSONSchema(configSchema, { io: 'input' }) } as Node;

/** JSON Schema (2020-12) of smile.json as an author writes it. Unknown fields are allowed, as the loader does. */
export function configJsonSchema(): Node {
  return SCHEMA;
}

/** The node of a field, by its path. */
export function nodeAt(path: readonly PropertyKey[]): Node | undefined {
  let node: Node | undefined = configJsonSchema();
  for (const key of path) node = typeof key === 'number' ? node?.items : node?.properties?.[String(key)];
  return node;
}
