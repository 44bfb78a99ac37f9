import { documentKinds, fuzz, jsonTexts, validDocuments } from '@agent-factory/fuzzing';
import { decodeJson } from '@agent-factory/protocol';
import { expect } from 'vitest';
import { SCHEMAS } from '../schemas.js';

for (const kind of documentKinds()) {
  const schema = SCHEMAS[kind];
  if (schema === undefined) throw new Error(`There is no schema ${kind}.`);
  fuzz({
    parser: kind,
    says: 'what is taken reads the same again, and what is not has issues',
    input: jsonTexts(validDocuments(kind)),
    cost: 4,
    holds: (text) => {
      const decoded = decodeJson(schema, text);
      if (!decoded.ok) return expect(decoded.issues.length).toBeGreaterThan(0);
      const written = JSON.stringify(decoded.value);
      expect(decodeJson(schema, written)).toEqual({ ok: true, value: JSON.parse(written) });
    },
  });
}
