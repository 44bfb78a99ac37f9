import { checkRowSchema, EXERCISE_FORMAT_VERSION, EXERCISE_FORMATS, registrySchema } from '@agent-factory/protocol';
import { agentsFileSchema } from '@agent-factory/protocol/agents';
import * as z from 'zod';
import { SCHEMA_FOLDER } from '../content/names.js';
import type { GeneratedFile } from './generated-file.js';

const SCHEMAS = {
  exercise: { title: 'config.json of an exercise', schema: EXERCISE_FORMATS[EXERCISE_FORMAT_VERSION] },
  registry: { title: 'registry.json of all exercises', schema: registrySchema },
  agents: { title: 'agents.json of a student', schema: agentsFileSchema },
  'check-row': { title: 'One row as a check prints it', schema: checkRowSchema },
};

/** The formats as JSON Schema, for editors and for authors in other languages. */
export function schemaFiles(): GeneratedFile[] {
  return Object.entries(SCHEMAS).map(([name, { title, schema }]) => {
    // The schema of what authors write, not of what we parse it to: fields with a default may be left out.
    const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', reused: 'inline' });
    return {
      path: `${SCHEMA_FOLDER}/${name}.json`,
      content: `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`,
    };
  });
}
