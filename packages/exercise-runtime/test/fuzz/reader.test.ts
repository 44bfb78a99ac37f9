import { setImmediate as untilNextTurn } from 'node:timers/promises';
import { fc, fuzz, jsonTexts, oddText, validDocuments } from '@agent-factory/fuzzing';
import { type Criterion, type CriterionConfig, criterionSchema, MAX_CHECK_OUTPUT_BYTES } from '@agent-factory/protocol';
import { expect } from 'vitest';
import { CheckReader } from '../../src/check/script/reader.js';

const MAX_CRITERIA = 100;
/** As much as a pipe gives at a time. */
const PIECE_LENGTH = 64 * 1024;

const name = fc.oneof(
  fc.constantFrom('one', 'two', 'three', '__proto__', 'constructor'),
  oddText.filter((text) => text.length > 0 && text.length <= 200),
);
const id = fc.constantFrom('one', 'two', 'step-limit');
const criteria: fc.Arbitrary<CriterionConfig[]> = fc.uniqueArray(
  fc.record(
    { id: fc.oneof(id, fc.stringMatching(/^[a-z-]{1,3}$/)), title: name, needs: fc.array(id, { maxLength: 3 }) },
    { noNullPrototype: true },
  ),
  { maxLength: 5, comparator: (one, other) => one.id === other.id || one.title === other.title },
);

const rowLine = jsonTexts([
  ...validDocuments('checkRow'),
  { name: 'one', passed: true },
  { name: 'two', passed: false },
  { id: 'one', passed: true },
  { id: 'two', passed: false },
]);
const documentText = jsonTexts(validDocuments('checkOutput'));
const spread = documentText.map((text) => text.replaceAll(/[{}[\],]/g, '$&\n'));
const braces = fc
  .tuple(fc.constantFrom('{', '}', '{ ', '{"criteria":', '{"name"', '{}', '[]', ''), fc.nat(50))
  .map(([line, times]) => new Array(times).fill(line).join('\n'));

const printed = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: rowLine },
      { weight: 2, arbitrary: fc.oneof(documentText, spread) },
      { weight: 2, arbitrary: oddText },
      { weight: 1, arbitrary: braces },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('\n').slice(0, MAX_CHECK_OUTPUT_BYTES));

/** As it is read from a program that prints it: others have their turn between the pieces. */
async function readAll(text: string, listed: CriterionConfig[] = []) {
  const told: Criterion[] = [];
  const reader = new CheckReader({
    criteria: listed,
    mayNameOthers: true,
    onCriterion: (criterion) => told.push(criterion),
  });
  let read = 0;
  for (const line of text.split('\n')) {
    reader.readLine(line);
    read += line.length;
    if (read < PIECE_LENGTH) continue;
    read = 0;
    await untilNextTurn();
  }
  reader.end();
  await untilNextTurn();
  return { reader, told };
}

fuzz({
  parser: 'check output',
  says: 'whatever is printed, each criterion is a whole row, told once, and no line of talk is made up',
  input: fc.tuple(printed, criteria),
  cost: 2,
  holds: async ([text, listed]) => {
    const { reader, told } = await readAll(text, listed);
    const names = reader.criteria.map((criterion) => criterion.name);
    expect(names.length).toBeLessThanOrEqual(MAX_CRITERIA);
    expect(new Set(names).size).toBe(names.length);
    expect(told.length).toBe(names.length);
    expect(new Set(told)).toEqual(new Set(reader.criteria));
    for (const criterion of reader.criteria) {
      expect(criterionSchema.safeParse(criterion).error).toBeUndefined();
      expect(criterion.passed).toBe(criterion.status === 'passed');
      // A row says which it is as the list does, whatever it was named by.
      const { name, id } = criterion;
      expect(listed.find(({ title }) => title === name)?.id).toBe(id);
    }
    const lines = new Set(text.split('\n'));
    // Of the first line there may be the end alone.
    const [, ...whole] = reader.talk.split('\n');
    expect(whole.filter((line) => line !== '' && !lines.has(line))).toEqual([]);
  },
});

const row = fc.record(
  {
    name: oddText.filter((text) => text.length > 0 && text.length <= 200),
    passed: fc.boolean(),
    message: oddText.filter((text) => text.length <= 4000),
    durationMs: fc.nat(),
  },
  { requiredKeys: ['name', 'passed'], noNullPrototype: true },
);
const rows = fc.uniqueArray(row, { selector: (each) => each.name, minLength: 1, maxLength: 20 });

fuzz({
  parser: 'check output',
  says: 'rows, a document in one line and a document over several lines are the same',
  input: rows,
  holds: async (criteria) => {
    const expected = criteria.map((each) => ({ ...each, status: each.passed ? 'passed' : 'failed' }));
    const forms = [
      criteria.map((each) => JSON.stringify(each)).join('\n'),
      JSON.stringify({ criteria }),
      JSON.stringify({ criteria }, null, 2),
      `talk\n${JSON.stringify({ criteria }, null, 1)}\nmore talk`,
    ];
    for (const form of forms) {
      const { reader } = await readAll(form);
      expect(reader.problem).toBeUndefined();
      expect(reader.criteria).toEqual(expected);
    }
  },
});
