import { configJsonSchema, type Node } from './json-schema.js';

/** Blocks that have no default, as an example that stays a comment. */
const EXAMPLES: Readonly<Record<string, string>> = {
  checks: '{ "script": "checks.sh", "timeoutSeconds": 120, "in": "fresh" }',
  budget: '{ "usd": 5, "tokens": 2000000 }',
  provider: '"claude"',
  model: '"name-of-a-model"',
};

/** The smile.json that `init` writes: every field with its default and one line that explains it. */
export function template(): string {
  const properties = configJsonSchema().properties ?? {};
  return `{\n${fieldsOf(properties, '  ').join('\n')}\n}\n`;
}

function fieldsOf(properties: Readonly<Record<string, Node>>, indent: string): string[] {
  const fields = Object.entries(properties).filter(([key]) => key !== '$schema');
  const lastReal = fields.findLastIndex(([key]) => EXAMPLES[key] === undefined);
  return fields.flatMap(([key, node], index) => [
    `${indent}// ${node.description}`,
    ...field(key, node, indent, index < lastReal ? ',' : ''),
  ]);
}

function field(key: string, node: Node, indent: string, comma: string): string[] {
  const example = EXAMPLES[key];
  if (example !== undefined) return [`${indent}// "${key}": ${example}${comma || ','}`];
  if (node.properties === undefined) return [`${indent}"${key}": ${JSON.stringify(node.default)}${comma}`];
  return [`${indent}"${key}": {`, ...fieldsOf(node.properties, `${indent}  `), `${indent}}${comma}`];
}
