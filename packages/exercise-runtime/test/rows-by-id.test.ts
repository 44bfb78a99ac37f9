import { mkdir } from 'node:fs/promises';
import type { Criterion } from '@agent-factory/protocol';
import { describe, expect, test } from 'vitest';
import { checkWork } from '../src/index.js';
import { demoExercise, ENV, temporaryFolder, writeTree } from './support.js';

const CRITERIA = [
  { id: 'hello', title: 'Says hello' },
  { id: 'limit', title: 'Stops at the limit', needs: ['hello'] },
];
const SCRIPT = { type: 'script', script: 'verify.sh' };

/** Runs a script that prints these rows. */
async function check(rows: object[], more: object = { formatVersion: 2, criteria: CRITERIA }) {
  await using folder = await temporaryFolder();
  await mkdir(folder.at('w'));
  const text = `cat <<'END'\n${rows.map((row) => JSON.stringify(row)).join('\n')}\nEND\n`;
  const exercise = await demoExercise(folder.at('x'), { ...more, verification: SCRIPT }, { 'verify.sh': text });
  return await checkWork(exercise, { workspace: folder.at('w'), env: ENV });
}

function shown({ criteria }: { criteria: Criterion[] }): unknown[] {
  return criteria.map(({ id, name, status }) => [id, name, status]);
}

describe('a row of a script', () => {
  test('has the title of the criterion whose id it names', async () => {
    const result = await check([
      { id: 'hello', passed: true },
      { id: 'limit', passed: true },
    ]);
    expect(shown(result)).toEqual([
      ['hello', 'Says hello', 'passed'],
      ['limit', 'Stops at the limit', 'passed'],
    ]);
    expect(result.complete).toBe(true);
  });

  test('has the id of the criterion whose title it names', async () => {
    const result = await check([
      { name: 'Says hello', passed: true },
      { name: 'Stops at the limit', passed: true },
    ]);
    expect(shown(result).at(1)).toEqual(['limit', 'Stops at the limit', 'passed']);
    expect(result.complete).toBe(true);
  });

  test('is of the title where it has an id of its own beside that, as a script may have printed before', async () => {
    const result = await check([{ id: 'TEST_7', name: 'Says hello', passed: false }]);
    expect(shown(result)).toEqual([['hello', 'Says hello', 'failed']]);
  });

  test('is skipped by its id, too, until what it needs passes', async () => {
    const result = await check([
      { id: 'limit', passed: false },
      { id: 'hello', passed: false },
    ]);
    expect(shown(result)).toEqual([
      ['limit', 'Stops at the limit', 'skipped'],
      ['hello', 'Says hello', 'failed'],
    ]);
    expect(result.criteria[0]?.message).toBe('Not judged yet: first “Says hello” has to pass.');
  });

  test('is an error of the check where nothing has its id', async () => {
    const result = await check([{ id: 'hullo', passed: true }]);
    expect(result).toMatchObject({ status: 'error', complete: false, error: { code: 'check_output_invalid' } });
    expect(result.error?.message).toContain(
      '"hullo" is not the id of a criterion in config.json; there are: hello, limit',
    );
  });

  test('comes twice where it is named by its id and by its title', async () => {
    const result = await check([
      { id: 'hello', passed: true },
      { name: 'Says hello', passed: true },
    ]);
    expect(result.error?.message).toContain('"Says hello" comes twice');
  });

  test('is an error of the check where nothing has its title', async () => {
    const result = await check([{ name: 'Another', passed: false }]);
    expect(result).toMatchObject({ status: 'error', error: { code: 'check_output_invalid' } });
    expect(result.error?.message).toContain('"Another" is not the title of a criterion in config.json');
  });

  test('may have any title in format 1, where nothing lists all criteria; it then has no id', async () => {
    const stages = [{ title: 'All', criteria: ['Says hello'] }];
    const result = await check([{ name: 'Another', passed: false }], { stages });
    expect(shown(result)).toEqual([[undefined, 'Another', 'failed']]);
  });
});

describe('a script that says nothing of a criterion', () => {
  const rows = [{ name: 'Says hello', passed: true }];

  test('has not judged the work, however much has passed', async () => {
    const result = await check(rows);
    expect(result).toMatchObject({ status: 'error', complete: false, error: { code: 'check_output_invalid' } });
    expect(result.error?.message).toContain('it has no row for "limit"');
  });

  test('may say so of work that fails anyway', async () => {
    expect(await check([{ id: 'hello', passed: false }])).toMatchObject({ status: 'failed' });
  });

  test('has judged it in format 1, where nothing lists all criteria', async () => {
    const stages = [{ title: 'All', criteria: ['Says hello', 'Was never printed'] }];
    expect(await check(rows, { stages })).toMatchObject({ status: 'passed', complete: true });
  });
});

test('a row of a declared check has the id and the title of its criterion', async () => {
  await using folder = await temporaryFolder();
  await writeTree(folder.at('w'), { 'a.txt': '' });
  const checks = [
    { criterion: 'hello', type: 'file_exists', path: 'a.txt' },
    { criterion: 'limit', type: 'file_exists', path: 'b.txt' },
  ];
  const config = { formatVersion: 2, criteria: CRITERIA, verification: { type: 'checks', checks } };
  const exercise = await demoExercise(folder.at('x'), config);
  const result = await checkWork(exercise, { workspace: folder.at('w'), env: ENV });
  expect(shown(result)).toEqual([
    ['hello', 'Says hello', 'passed'],
    ['limit', 'Stops at the limit', 'failed'],
  ]);
});
