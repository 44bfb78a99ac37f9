import { deepValue, fc, fuzz, jsonText, jsonTexts, validDocuments } from '@agent-factory/fuzzing';
import { expect } from 'vitest';
import { CheckReader } from '../../src/check/script/reader.js';
import { decodeExerciseConfig } from '../../src/load.js';

/** Bounds of what is said of a bad config: it is answered to a page, printed and logged. */
const MAX_ISSUES = 100;
const MAX_ISSUE_LENGTH = 2000;

function expectFewWords(text: string, id: string): void {
  const outcome = decodeExerciseConfig(text, id);
  if (outcome.ok) return;
  expect(outcome.issues.length).toBeLessThanOrEqual(MAX_ISSUES);
  expect(Math.max(...outcome.issues.map((issue) => issue.length))).toBeLessThanOrEqual(MAX_ISSUE_LENGTH);
}

fuzz({
  parser: 'exercise config',
  says: 'what is not taken is refused in few words',
  input: jsonTexts(validDocuments('exerciseConfig')),
  cost: 2,
  holds: (text) => expectFewWords(text, 'first-agent'),
});

const manyNames = fc
  .record({ stages: fc.nat(20), criteria: fc.nat(3000), needs: fc.nat(2000), checks: fc.nat(100), chain: fc.boolean() })
  .map(({ stages, criteria, needs, checks, chain }) =>
    JSON.stringify({
      id: 'many',
      title: 'Many',
      stages: numbered(stages, (stage) => ({
        title: 's',
        criteria: numbered(criteria + 1, (each) => `${stage} ${each}`),
      })),
      needs: Object.fromEntries(numbered(needs, (each) => [`c${each}`, [chain ? `c${each + 1}` : 'c0']])),
      verification: {
        type: 'checks',
        checks: numbered(checks + 1, (each) => ({ type: 'file_exists', name: `c${each}`, path: `f${each}` })),
      },
    }),
  );

function numbered<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

fuzz({
  parser: 'exercise config',
  says: 'one with very many names is refused with few words, and soon',
  input: manyNames,
  cost: 20,
  holds: (text) => expectFewWords(text, 'many'),
});

fuzz({
  parser: 'exercise config',
  says: 'one with a value of any depth is taken or refused',
  input: deepValue.map(jsonText),
  cost: 10,
  holds: (value) => {
    const check = `{"type":"json_equals","name":"n","path":"p","at":[],"equals":${value}}`;
    const config = `{"id":"deep","title":"Deep","verification":{"type":"checks","checks":[${check}]}}`;
    expect([true, false]).toContain(decodeExerciseConfig(config, 'deep').ok);
  },
});

const line = fc.constantFrom('{', '{ ', '}', '{"criteria":', '{"criteria":[', '{"name"', '{"id"', '{}', '');

fuzz({
  parser: 'check output',
  says: 'as many odd lines as a check may print are read soon',
  input: fc.tuple(fc.array(line, { minLength: 1, maxLength: 3 }), fc.nat(3000)),
  cost: 20,
  holds: ([lines, times]) => {
    const reader = new CheckReader({ criteria: [], mayNameOthers: true });
    for (let count = 0; count < times; count += 1) for (const each of lines) reader.readLine(each);
    reader.end();
    expect(reader.criteria).toEqual([]);
  },
});
