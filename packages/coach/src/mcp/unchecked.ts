import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/**
 * Tells agents what a tool takes, and lets everything pass: what does not fit is refused behind it, where it is written
 * down like every other call.
 */
export function unchecked(schema: StandardSchemaWithJSON): StandardSchemaWithJSON {
  const { jsonSchema, vendor, version } = schema['~standard'];
  return { '~standard': { version, vendor, jsonSchema, validate: (value) => ({ value }) } };
}
