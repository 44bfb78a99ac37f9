import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../src/machine/temporary-folder.js';
import { applyBreak } from '../../src/sabotage/apply.js';
import type { Edit } from '../../src/sabotage/breaks.js';
import { targetsOf } from '../../src/sabotage/builds.js';
import { readOptions } from '../../src/sabotage/options.js';
import { readPlaywright, readVitest } from '../../src/sabotage/reports.js';
import { asMarkdown, mergeKept, readKept } from '../../src/sabotage/result.js';
import { dozenOf, readRows } from '../../src/sabotage/rows.js';
import { isWanted } from '../../src/sabotage/try-tests.js';

const applied = (text: string, ...edits: Omit<Edit, 'file'>[]) =>
  applyBreak({ why: 'to see', edits: edits.map((edit) => ({ file: 'a.ts', ...edit })) }, (file) =>
    file === 'a.ts' ? text : undefined,
  );

describe('an edit that breaks a promise', () => {
  it('replaces text that stands there once, whatever signs are in it', () => {
    const { texts, problems } = applied('one\ntwo\nthree\n', { find: ['one', 'two'], replace: '$& and $1' });
    expect(problems).toEqual([]);
    expect(texts.get('a.ts')).toBe('$& and $1\nthree\n');
  });

  it('is made on what those before it have made', () => {
    const { texts } = applied('one', { find: 'one', replace: 'two' }, { find: 'two', replace: 'three' });
    expect(texts.get('a.ts')).toBe('three');
  });

  it.each([
    ['two', '"two" stands 0 times in a.ts, not once'],
    ['o', '"o" stands 2 times in a.ts, not once'],
  ])('does not apply where its text is gone, or there more than once: %s', (find, problem) => {
    expect(applied('one or', { find, replace: 'x' }).problems).toEqual([problem]);
  });

  it('counts also what begins within another', () => {
    expect(applied('ababa', { find: 'aba', replace: 'x' }).problems).toEqual([
      '"aba" stands 2 times in a.ts, not once',
    ]);
  });

  it('does not apply where it changes nothing, or its file is gone', () => {
    expect(applied('one', { find: 'one', replace: 'one' }).problems).toEqual(['"one" is replaced by itself in a.ts']);
    const elsewhere = { why: 'to see', edits: [{ file: 'b.ts', find: 'one', replace: 'two' }] };
    expect(applyBreak(elsewhere, () => undefined).problems).toEqual(['there is no b.ts']);
  });
});

describe('the rows that tests of whole programs alone prove', () => {
  let folder: TemporaryFolder;

  const write = async (path: string, content: unknown) => {
    const file = join(folder.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  };
  const edits = (find: string) => [{ file: 'packages/door/src/door.ts', find, replace: 'stays open' }];
  const breaks = (rows: object) => write('packages/acceptance/sabotage/house.json', rows);

  beforeEach(async () => {
    folder = await temporaryFolder();
    await write('packages/acceptance/requirements.json', { 'house 1 door': 'It closes.', 'house 2 roof': 'It holds.' });
    await write('packages/acceptance/test/door.test.ts', "it('closes [house 1 door]', () => {});");
    await write('packages/roof/test/roof.test.ts', "it('holds [house 2 roof]', () => {});");
    await write('packages/door/src/door.ts', 'closes\n');
    await write('packages/acceptance/sabotage/unbreakable.json', {});
    await write('packages/acceptance/sabotage/unbroken.json', []);
    await mkdir(join(folder.path, 'apps'));
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  it('have each an edit that applies, and the test that has to notice', async () => {
    await breaks({ 'house 1 door': { why: 'It sticks.', edits: edits('closes') } });
    const { rows, problems } = readRows(folder.path);
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([{ id: 'house 1 door', files: ['packages/acceptance/test/door.test.ts'] }]);
  });

  it('are missed where they have none, unless a list accounts for them', async () => {
    await breaks({});
    expect(readRows(folder.path).problems).toEqual([expect.stringMatching(/^\[house 1 door\] .* no edit breaks it$/)]);
    await write('packages/acceptance/sabotage/unbroken.json', ['house 1 door']);
    expect(readRows(folder.path)).toMatchObject({ problems: [], unbroken: new Set(['house 1 door']) });
    await write('packages/acceptance/sabotage/unbreakable.json', { 'house 1 door': 'It has no handle.' });
    expect(readRows(folder.path).problems).toEqual(['[house 1 door] is accounted for twice']);
  });

  it('are tried by tests of whole programs alone where there are some', async () => {
    await write('packages/door/test/hinge.test.ts', "it('turns [house 1 door]', () => {});");
    await breaks({
      'house 1 door': { why: 'It sticks.', edits: edits('closes') },
      'house 2 roof': { why: 'It leaks.', edits: edits('closes') },
    });
    expect(readRows(folder.path).rows.map(({ files }) => files)).toEqual(
      expect.arrayContaining([['packages/acceptance/test/door.test.ts'], ['packages/roof/test/roof.test.ts']]),
    );
  });

  it('are not accounted for where no test names them', async () => {
    await breaks({ 'house 1 door': { why: 'It sticks.', edits: edits('closes') } });
    await write('packages/acceptance/sabotage/unbroken.json', ['house 9 shed']);
    expect(readRows(folder.path).problems).toEqual(['[house 9 shed] is accounted for, and no test names it']);
  });

  it('are told of where an edit no longer applies, or is about no row or test', async () => {
    await breaks({
      'house 1 door': { why: 'It sticks.', edits: edits('opens') },
      'house 3 cellar': { why: 'It floods.', edits: edits('closes') },
      'house 2 roof': { why: 'It leaks.', edits: edits('closes'), tests: ['packages/acceptance/test/door.test.ts'] },
    });
    expect(readRows(folder.path).problems).toEqual([
      '[house 2 roof] names tests that do not name it: packages/acceptance/test/door.test.ts',
      '[house 3 cellar] is broken, and there is no such row',
      '[house 1 door] "opens" stands 0 times in packages/door/src/door.ts, not once',
    ]);
  });

  it('are not broken where no test names them', async () => {
    await breaks({ 'house 1 door': { why: 'It sticks.', edits: edits('closes') } });
    await write('packages/acceptance/test/door.test.ts', "it('closes', () => {});");
    expect(readRows(folder.path).problems).toEqual(['[house 1 door] is named by no test']);
  });

  it('are broken by one file alone', async () => {
    await breaks({ 'house 1 door': { why: 'It sticks.', edits: edits('closes') } });
    await write('packages/acceptance/sabotage/garden.json', {
      'house 1 door': { why: 'It rusts.', edits: edits('c') },
    });
    expect(() => readRows(folder.path)).toThrow('house.json breaks [house 1 door], which another file breaks too');
  });

  it('are named by tests in a browser as well, and are not those that a test of a package names, too', async () => {
    await breaks({});
    await write('packages/acceptance/test/door.test.ts', '');
    await write('packages/acceptance/browser/door.spec.ts', "test('closes [house 1 door]', () => {});");
    await write('packages/acceptance/browser/roof.spec.ts', "test('holds [house 2 roof]', () => {});");
    expect(readRows(folder.path).problems).toEqual([expect.stringMatching(/^\[house 1 door\] .* no edit breaks it$/)]);
  });

  it('come by a dozen neighbours in turn, around the end', () => {
    const rows = Array.from({ length: 30 }, (_, at) => at);
    expect(dozenOf(rows, 25)).toEqual([25, 26, 27, 28, 29, 0, 1, 2, 3, 4, 5, 6]);
    expect(dozenOf(rows, 55)).toEqual(dozenOf(rows, 25));
    expect(dozenOf([1, 2], 7)).toEqual([1, 2]);
  });
});

describe('what is built anew for an edit', () => {
  const PAGES = ['workbench', 'dashboard', 'practice-server'];

  it.each([
    ['packages/protocol/src/exercise.ts', ['compiled', ...PAGES, 'smile-loop', 'exercise-kit', 'lessons']],
    ['packages/mind/src/mind.ts', ['compiled', 'practice-server']],
    ['packages/agent-cli/src/agents.ts', ['compiled', 'practice-server', 'smile-loop', 'exercise-kit']],
    ['packages/exercise-runtime/src/run.ts', ['compiled', 'practice-server', 'smile-loop', 'exercise-kit']],
    ['packages/exercise-kit/src/cli.ts', ['compiled', 'exercise-kit', 'exercises', 'lessons']],
    ['packages/workbench/src/page.tsx', ['compiled', ...PAGES, 'lessons']],
    ['packages/dashboard/src/page.tsx', ['compiled', 'dashboard', 'practice-server', 'lessons']],
    ['exercises/ch33-agent-loop/exercise.json', ['exercises', 'lessons']],
    ['exercises/_lib/check.py', ['exercise-kit', 'exercises', 'lessons']],
    ['packages/acceptance/src/learner/learner.ts', []],
    ['packages/practice-server/src/daemon.ts', ['compiled', 'practice-server']],
    ['packages/smile-loop/src/cli.ts', ['compiled', 'smile-loop']],
    ['packages/practice-panel/src/styles/90-motion.css', ['compiled', 'styles', ...PAGES, 'lessons']],
    ['apps/learn-app/docs/practice/setup.md', ['exercises', 'lessons']],
    ['scripts/start.mjs', []],
  ])('is all that is made of it, and nothing else: %s', (file, targets) => {
    expect(targetsOf(file)).toEqual(targets);
  });
});

describe('what a runner reports', () => {
  it('is read from Vitest, with the first line of a failure', () => {
    const tests = [
      { fullName: 'the door closes', status: 'passed' },
      { fullName: 'the door locks', status: 'failed', failureMessages: ['\n\u001b[31mIt sticks.\u001b[39m\n at door'] },
      { fullName: 'the roof holds', status: 'pending' },
    ];
    expect(readVitest(JSON.stringify({ testResults: [{ assertionResults: tests }] }))).toEqual([
      { title: 'the door closes', status: 'passed', message: '' },
      { title: 'the door locks', status: 'failed', message: 'It sticks.' },
      { title: 'the roof holds', status: 'skipped', message: '' },
    ]);
  });

  it('is read from Playwright, with the titles of the suites around a test', () => {
    const result = (status: string, message?: string) => [{ status, results: [{}, { error: message && { message } }] }];
    const inner = { title: 'at night', specs: [{ title: 'locks', tests: result('unexpected', 'It sticks.') }] };
    const outer = { title: 'door.spec.ts', specs: [{ title: 'closes', tests: result('expected') }], suites: [inner] };
    expect(readPlaywright(JSON.stringify({ suites: [outer] }))).toEqual([
      { title: 'door.spec.ts closes', status: 'passed', message: '' },
      { title: 'door.spec.ts at night locks', status: 'failed', message: 'It sticks.' },
    ]);
  });

  it('counts only for the row that a test names, and for the title that is wanted', () => {
    const title = 'the door closes [house 1 door] [house 3 lock]';
    expect(isWanted({ id: 'house 1 door', title: undefined }, title)).toBe(true);
    expect(isWanted({ id: 'house 1 door', title: 'closes' }, title)).toBe(true);
    expect(isWanted({ id: 'house 1 door', title: 'opens' }, title)).toBe(false);
    expect(isWanted({ id: 'house 1', title: undefined }, title)).toBe(false);
  });

  it('is kept with its date and commit, until the row is tried again', () => {
    const first = { id: 'house 1', outcome: 'caught', date: '2026-03-01', commit: 'abc', said: 'a \\| b' } as const;
    const survived = { id: 'house 2', outcome: 'survived', date: '2026-03-01', commit: 'abc', said: '' } as const;
    const untried = { unbroken: ['house 3'], unbreakable: new Map([['house 4', 'It has no handle.']]) };
    const text = asMarkdown([first, survived], untried);
    expect(text).toContain('1 caught, 1 survived, 0 unclear; 1 not tried yet, 1 that no edit can break.');
    expect(text).toContain('| house 3 | not tried yet |');
    expect(text).toContain('| house 4 | cannot be broken | | | It has no handle. |');
    expect(readKept(text)).toEqual([first, survived]);
    const again = { ...survived, outcome: 'caught', date: '2026-03-02', commit: 'def', said: 'It sticks.' } as const;
    expect(mergeKept([again], readKept(text), new Set(['house 2', 'house 1']))).toEqual([first, again]);
    expect(mergeKept([again], readKept(text), new Set(['house 2']))).toEqual([again]);
  });
});

describe('the arguments', () => {
  it('name rows, or a dozen by its turn', () => {
    expect(readOptions(['terminal 1'])).toMatchObject({ rows: ['terminal 1'], dozen: undefined });
    expect(readOptions(['--dozen', '7'])).toMatchObject({ rows: [], dozen: 7 });
  });

  it.each([
    ['a turn that is no number', ['--dozen', 'x']],
    ['the result of a dozen to be kept', ['--keep', '--dozen', '7']],
  ])('are refused where they make no sense: %s', (_, argv) => {
    expect(() => readOptions(argv)).toThrow(TypeError);
  });
});
