import { expect, test } from 'vitest';
import { checkRowSchema, decode, decodeJson, EXERCISE_FORMATS, exerciseConfigSchema } from '../src/index.js';

const WHOLE = { id: 'demo', title: 'Demo' };
const CHECK = { criterion: 'there', type: 'file_exists', path: 'a.py' };
const NAMED_CHECK = { name: 'It is there', type: 'file_exists', path: 'a.py' };

function issuesOf(more: object, formatVersion: number): string[] {
  const outcome = decode(exerciseConfigSchema, { ...WHOLE, formatVersion, ...more });
  return outcome.ok ? [] : outcome.issues;
}

function withCheck(more: object): object {
  return { verification: { type: 'checks', checks: [{ ...CHECK, ...more }] } };
}

function withCriterion(more: object): object {
  return { criteria: [{ id: 'there', title: 'It is there', ...more }] };
}

/** A field, what was found in it, what is allowed. */
type Wrong = [more: object, issue: string];

/** Every field wrong in turn. */
const WRONG: Wrong[] = [
  [
    { formatVersion: 3 },
    'formatVersion: found 3, expected 1 or 2, the formats of exercises that this version reads; a newer practice server may read others',
  ],
  [{ id: 'A b' }, 'id: found "A b", expected only lower-case letters, digits and hyphens'],
  [{ id: undefined }, 'id: missing, expected string'],
  [{ version: '1' }, 'version: found "1", expected a version such as 1.0.0'],
  [{ title: 7 }, 'title: found 7, expected string'],
  [{ title: '' }, 'title: found "", expected string to have >=1 characters'],
  [{ description: null }, 'description: found null, expected string'],
  [{ lessonPath: {} }, 'lessonPath: found an object, expected string'],
  [{ difficulty: 'hard' }, 'difficulty: found "hard", expected one of "beginner"|"intermediate"|"advanced"'],
  [{ estimatedMinutes: 601 }, 'estimatedMinutes: found 601, expected number to be <=600'],
  [{ estimatedMinutes: 1.5 }, 'estimatedMinutes: found 1.5, expected int'],
  [{ xpReward: -1 }, 'xpReward: found -1, expected number to be >=0'],
  [{ prerequisites: ['a b'] }, 'prerequisites.0: found "a b", expected the name of a program, such as python3'],
  [{ os: ['beos'] }, 'os.0: found "beos", expected one of "linux"|"darwin"|"win32"'],
  [{ network: 'no' }, 'network: found "no", expected boolean'],
  [{ workbench: 1 }, 'workbench: found 1, expected boolean'],
  [{ nudge: 'often' }, 'nudge: found "often", expected one of "offer"|"auto"|"off"'],
  [{ skills: 'loops' }, 'skills: found "loops", expected array'],
  [{ stages: [''] }, 'stages.0: found "", expected string to have >=1 characters'],
  [{ criteria: 'all' }, 'criteria: found "all", expected array'],
  [withCriterion({ id: 'Step 1' }), 'criteria.0.id: found "Step 1", expected small letters, digits and hyphens'],
  [withCriterion({ title: undefined }), 'criteria.0.title: missing, expected string'],
  [withCriterion({ stage: '' }), 'criteria.0.stage: found "", expected string to have >=1 characters'],
  [withCriterion({ needs: 'a' }), 'criteria.0.needs: found "a", expected array'],
  [
    withCriterion({ needs: ['It runs'] }),
    'criteria.0.needs.0: found "It runs", expected small letters, digits and hyphens',
  ],
  [withCriterion({ hints: [] }), 'criteria.0.hints: found a list of 0, expected array to have >=1 items'],
  [
    withCriterion({ hints: ['1', '2', '3', '4', '5'] }),
    'criteria.0.hints: found a list of 5, expected array to have <=4 items',
  ],
  [{ next: '../x' }, 'next: found "../x", expected only lower-case letters, digits and hyphens'],
  [
    { solutionFiles: ['../x'] },
    'solutionFiles.0: found "../x", expected a relative path that stays inside the exercise',
  ],
  [{ workspace: 7 }, 'workspace: found 7, expected object'],
  [{ workspace: { starterFiles: {} } }, 'workspace.starterFiles: found an object, expected array'],
  [
    { workspace: { setupCommands: [''] } },
    'workspace.setupCommands.0: found "", expected string to have >=1 characters',
  ],
  [{ verification: { type: 'magic' } }, "verification.type: found \"magic\", expected 'script' | 'checks'"],
  [
    { verification: { type: 'script', script: 'a.js' } },
    'verification.script: found "a.js", expected verify.sh or verify.py',
  ],
  [
    { verification: { type: 'script', script: 'verify.sh', timeout: 301 } },
    'verification.timeout: found 301, expected number to be <=300',
  ],
  [
    withCheck({ criterion: 'It is there' }),
    'verification.checks.0.criterion: found "It is there", expected small letters, digits and hyphens',
  ],
  [
    withCheck({ path: '/etc' }),
    'verification.checks.0.path: found "/etc", expected a relative path that stays inside the exercise',
  ],
  [withCheck({ type: 'file_contains' }), 'verification.checks.0.contains: missing, expected array'],
  [
    withCheck({ type: 'file_matches', pattern: '(' }),
    'verification.checks.0.pattern: found "(", expected a JavaScript regular expression',
  ],
  [withCheck({ type: 'command_exits', command: 'ls' }), 'verification.checks.0.command: found "ls", expected array'],
  [
    withCheck({ type: 'command_exits', command: ['ls'], code: 256 }),
    'verification.checks.0.code: found 256, expected number to be <=255',
  ],
  [
    withCheck({ type: 'json_equals', at: [-1], equals: 1 }),
    'verification.checks.0.at.0: found -1, expected number to be >=0',
  ],
];

/** What only format 1 has. */
const WRONG_IN_FORMAT_1: Wrong[] = [
  [
    { stages: [{ title: 'One', criteria: [] }] },
    'stages.0.criteria: found a list of 0, expected array to have >=1 items',
  ],
  [{ stages: [{ criteria: ['a'] }] }, 'stages.0.title: missing, expected string'],
  [
    { stages: [{ title: 'One', criteria: ['a', 'a'] }] },
    'stages: found "a", expected each criterion in one stage at most, and once',
  ],
  [
    {
      stages: [
        { title: 'One', criteria: ['a'] },
        { title: 'Two', criteria: ['b', 'a'] },
      ],
    },
    'stages: found "a", expected each criterion in one stage at most, and once',
  ],
  [{ needs: { a: 'b' } }, 'needs.a: found "b", expected array'],
  [{ needs: { a: [] } }, 'needs.a: found a list of 0, expected array to have >=1 items'],
  [{ needs: { '': ['b'] } }, 'needs.: the name found "", expected string to have >=1 characters'],
  [{ hints: 'three' }, 'hints: found "three", expected number, or expected record'],
  [{ hints: { a: [] } }, 'hints.a: found a list of 0, expected array to have >=1 items'],
  [{ hints: { a: ['1', '2', '3', '4', '5'] } }, 'hints.a: found a list of 5, expected array to have <=4 items'],
  [
    { verification: { type: 'files', files: [] } },
    'verification.files: found a list of 0, expected array to have >=1 items',
  ],
  [
    { verification: { type: 'checks', checks: [{ ...NAMED_CHECK, name: 1 }] } },
    'verification.checks.0.name: found 1, expected string',
  ],
];

test.each(WRONG)(
  '[exercises 1 wrong-field] %j: the message names the field, what was found and what is allowed',
  (more, issue) => {
    expect(issuesOf(more, 2)).toEqual([issue]);
  },
);

test.each(WRONG_IN_FORMAT_1)('the same of what only format 1 has: %j', (more, issue) => {
  expect(issuesOf(more, 1)).toEqual([issue]);
});

test('the tables have every field of a config', () => {
  const fields = (rows: Wrong[]) => [...new Set(rows.flatMap(([more]) => Object.keys(more)))].sort();
  expect(fields(WRONG)).toEqual(Object.keys(EXERCISE_FORMATS[2].shape).sort());
  expect(fields([...WRONG.filter(([more]) => !('criteria' in more)), ...WRONG_IN_FORMAT_1])).toEqual(
    Object.keys(EXERCISE_FORMATS[1].shape).sort(),
  );
});

test('a value of the wrong kind, and what is no JSON, are told apart', () => {
  expect(decodeJson(exerciseConfigSchema, '[]')).toEqual({ ok: false, issues: ['found a list of 0, expected object'] });
  expect(decodeJson(exerciseConfigSchema, '{"id":')).toEqual({ ok: false, issues: ['not JSON'] });
});

test('of two shapes the one is told that was meant', () => {
  const issuesOfRow = (row: object) => {
    const outcome = decode(checkRowSchema, row);
    return outcome.ok ? [] : outcome.issues;
  };
  expect(issuesOfRow({ id: 'step-limit', passed: true, message: 5 })).toEqual(['message: found 5, expected string']);
  expect(issuesOfRow({ name: 'Stops', passed: 1 })).toEqual(['passed: found 1, expected boolean']);
});

test('a long value is told by its beginning', () => {
  expect(issuesOf({ difficulty: 'x'.repeat(5000) }, 2)[0]?.length).toBeLessThan(200);
});
