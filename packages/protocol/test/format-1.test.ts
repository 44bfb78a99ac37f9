import { describe, expect, test } from 'vitest';
import { decode, type ExerciseConfig, exerciseConfigSchema } from '../src/index.js';

function read(config: object): ExerciseConfig {
  const outcome = decode(exerciseConfigSchema, { id: 'demo', title: 'Demo', ...config });
  if (!outcome.ok) throw new Error(outcome.issues.join('; '));
  return outcome.value;
}

/** The same exercise, as each format says it. */
const FORMAT_1 = {
  formatVersion: 1,
  stages: [
    { title: 'Begin', criteria: ['Says hello', 'Says good-bye'] },
    { title: 'Go on', criteria: ['Speaks français'] },
  ],
  needs: { 'Says good-bye': ['Says hello'], 'Speaks français': ['Says hello', 'Says good-bye'] },
  hints: { 'Says hello': ['What do you say first?'] },
  verification: { type: 'script', script: 'verify.sh' },
};
const FORMAT_2 = {
  formatVersion: 2,
  criteria: [
    { id: 'says-hello', title: 'Says hello', stage: 'Begin', hints: ['What do you say first?'] },
    { id: 'says-good-bye', title: 'Says good-bye', stage: 'Begin', needs: ['says-hello'] },
    { id: 'speaks-francais', title: 'Speaks français', stage: 'Go on', needs: ['says-hello', 'says-good-bye'] },
  ],
  verification: { type: 'script', script: 'verify.sh' },
};

describe('a config of format 1', () => {
  test('is read as one of format 2, and says which it was', () => {
    expect(read(FORMAT_1)).toEqual({ ...read(FORMAT_2), formatVersion: 1 });
  });

  test('is what a config is that says no format', () => {
    const { formatVersion: _, ...config } = FORMAT_1;
    expect(read(config)).toEqual(read(FORMAT_1));
  });

  test('has the criteria of its stages, its checks, its hints and its needs, in this order', () => {
    const { criteria } = read({
      stages: [{ title: 'Begin', criteria: ['staged'] }],
      needs: { waiting: ['needed'] },
      hints: { hinted: ['Look.'], staged: ['Look.'] },
      verification: { type: 'checks', checks: [{ name: 'checked', type: 'file_exists', path: 'a' }] },
    });
    expect(criteria.map(({ title }) => title)).toEqual(['staged', 'checked', 'hinted', 'needed', 'waiting']);
  });

  test('gives each criterion an id of its own, whatever its title', () => {
    const titles = [
      'It runs',
      'it runs!',
      'It: runs',
      '你好',
      '…',
      'constructor',
      'x'.repeat(200),
      `${'x'.repeat(199)}y`,
    ];
    const { criteria } = read({ stages: [{ title: 'All', criteria: titles }] });
    expect(criteria.map(({ title }) => title)).toEqual(titles);
    const ids = criteria.map(({ id }) => id);
    expect(ids.slice(0, 6)).toEqual(['it-runs', 'it-runs-2', 'it-runs-3', 'criterion', 'criterion-2', 'constructor']);
    expect(new Set(ids).size).toBe(titles.length);
    // They are such as an author may write.
    expect(read({ formatVersion: 2, criteria }).criteria).toEqual(criteria);
  });

  test('has its declared checks refer to the criteria', () => {
    const check = { name: 'There is a plan', type: 'file_exists', path: 'plan.md', hint: 'Write one.' };
    const { criteria, verification } = read({ verification: { type: 'checks', checks: [check], timeout: 7 } });
    expect(criteria).toEqual([{ id: 'there-is-a-plan', title: 'There is a plan', needs: [] }]);
    const { name: _, ...rest } = check;
    expect(verification).toEqual({ type: 'checks', checks: [{ criterion: 'there-is-a-plan', ...rest }], timeout: 7 });
  });

  test('has checks by files as declared checks, named after the path where they have no name', () => {
    const files = [
      { path: 'a.txt' },
      { path: 'b.txt', contains: ['42'], hint: 'Think.' },
      { path: 'c.txt', name: 'C' },
    ];
    const { criteria, verification } = read({ verification: { type: 'files', files } });
    expect(criteria.map(({ title }) => title)).toEqual(['a.txt exists', 'b.txt contains what it should', 'C']);
    expect(verification).toEqual({
      type: 'checks',
      checks: [
        { criterion: 'a-txt-exists', type: 'file_exists', path: 'a.txt' },
        {
          ...{ criterion: 'b-txt-contains-what-it-should', type: 'file_contains', path: 'b.txt' },
          ...{ contains: ['42'], hint: 'Think.' },
        },
        { criterion: 'c', type: 'file_exists', path: 'c.txt' },
      ],
      timeout: 30,
    });
  });

  test('has no ladders where it has only the number of hints', () => {
    expect(read({ ...FORMAT_1, hints: 3 }).criteria.filter(({ hints }) => hints !== undefined)).toEqual([]);
  });

  test('has criteria of two stages of one title in one stage', () => {
    const stages = ['One', 'Two', 'One'].map((title, index) => ({ title, criteria: [`c${index}`] }));
    const { criteria } = read({ stages });
    expect(criteria.map(({ id, stage }) => [id, stage])).toEqual([
      ['c0', 'One'],
      ['c2', 'One'],
      ['c1', 'Two'],
    ]);
  });

  test('is refused where it names more criteria than an exercise may have', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
    const stages = [{ title: 'All', criteria: names(100) }];
    expect(read({ stages }).criteria).toHaveLength(100);
    const outcome = decode(exerciseConfigSchema, { id: 'a', title: 'A', stages, hints: { another: ['Look.'] } });
    expect(outcome).toEqual({ ok: false, issues: ['stages: found 101, expected at most 100 criteria in all'] });
  });
});
