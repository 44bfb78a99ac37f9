import { documentKinds, fc, fuzz, jsonTexts, oddText, validDocuments, wellFormed } from '@agent-factory/fuzzing';
import { contentPathSchema, decodeJson } from '@agent-factory/protocol';
import { expect } from 'vitest';
import { SCHEMAS } from '../schemas.js';

/** Bounds of what is said of a bad document: it is answered to a page, printed and logged. */
const MAX_ISSUES = 100;
const MAX_ISSUE_LENGTH = 2000;

for (const kind of documentKinds()) {
  const schema = SCHEMAS[kind];
  if (schema === undefined) throw new Error(`There is no schema ${kind}.`);
  fuzz({
    parser: kind,
    says: 'what is not taken is refused in few words',
    input: jsonTexts(validDocuments(kind)),
    cost: 4,
    holds: (text) => {
      const decoded = decodeJson(schema, text);
      if (decoded.ok) return;
      expect(decoded.issues.length).toBeLessThanOrEqual(MAX_ISSUES);
      expect(Math.max(...decoded.issues.map((issue) => issue.length))).toBeLessThanOrEqual(MAX_ISSUE_LENGTH);
    },
  });
}

const part = fc.oneof(
  fc.constantFrom('a', 'b.txt', 'CON', 'nul', 'aux.md', 'COM1', 'lpt9.txt', 'console', 'x ', 'y.', ' ', '~'),
  oddText,
);

fuzz({
  parser: 'content paths',
  says: 'none has a name that a system keeps for itself, or changes on the way',
  input: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
  holds: (text) => {
    if (!contentPathSchema.safeParse(text).success) return;
    expect(wellFormed(text)).toBe(text);
    for (const name of text.split('/')) {
      expect(name).not.toMatch(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i);
      expect(name).not.toMatch(/[ .]$/);
    }
  },
});
