import { mkdir } from 'node:fs/promises';
import type { Criterion } from '@agent-factory/protocol';
import { describe, expect, test } from 'vitest';
import { checkWork } from '../src/index.js';
import { demoExercise, ENV, temporaryFolder } from './support.js';

const NEEDS = { b: ['a'], c: ['b'] };

/** Runs a script that prints these rows, and tells what was heard while it ran and what came of it. */
async function check(rows: object[], needs: Record<string, string[]> = NEEDS) {
  await using folder = await temporaryFolder();
  await mkdir(folder.at('w'));
  const text = `cat <<'END'\n${rows.map((row) => JSON.stringify(row)).join('\n')}\nEND\n`;
  const verification = { type: 'script', script: 'verify.sh' };
  const exercise = await demoExercise(folder.at('x'), { needs, verification }, { 'verify.sh': text });
  const heard: Criterion[] = [];
  const options = { workspace: folder.at('w'), env: ENV, onCriterion: (row: Criterion) => heard.push(row) };
  const result = await checkWork(exercise, options);
  return { result, told: heard.map(({ name, status }) => `${name} ${status}`) };
}

function failedRow(name: string): object {
  return { name, passed: false, message: `${name} broke`, expected: 'x', found: 'y', where: 'a.py:1', hint: 'h' };
}

describe('[exercises 2 needs] a failed row of a script whose needs have not passed', () => {
  test('is skipped, and says what has to pass first instead of what it found', async () => {
    const { result, told } = await check([failedRow('a'), failedRow('b'), failedRow('c')]);
    expect(told).toEqual(['a failed', 'b skipped', 'c skipped']);
    expect(result.criteria[0]).toMatchObject(failedRow('a'));
    expect(result.criteria[1]).toEqual({
      id: 'b',
      name: 'b',
      passed: false,
      status: 'skipped',
      message: 'Not judged yet: first “a” has to pass.',
    });
    expect(result).toMatchObject({ complete: false, status: 'failed' });
  });

  test('is told when what it needs comes later', async () => {
    const { result, told } = await check([failedRow('c'), failedRow('b'), { name: 'a', passed: true }]);
    expect(told).toEqual(['a passed', 'b failed', 'c skipped']);
    expect(result.criteria.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  });

  test('is skipped where what it needs never comes', async () => {
    const { told } = await check([failedRow('b')]);
    expect(told).toEqual(['b skipped']);
  });
});

test('[exercises 2 needs] a row that passed stays passed, and one that failed with its needs met stays failed', async () => {
  const rows = [failedRow('a'), { name: 'b', passed: true }, failedRow('c')];
  const { result, told } = await check(rows);
  expect(told).toEqual(['a failed', 'b passed', 'c failed']);
  expect(result.complete).toBe(false);
});

test('[exercises 2 expected-found] a row of a script carries what was expected, what was found and where', async () => {
  const { result } = await check([failedRow('a')], {});
  expect(result.criteria[0]).toMatchObject({ expected: 'x', found: 'y', where: 'a.py:1' });
});
