import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../src/machine/temporary-folder.js';
import { cell, readKept } from '../../src/sabotage/result.js';
import { type Row, Sabotage } from '../../src/sabotage/sabotage.js';

const DOOR = 'packages/door/src/door.ts';
const TEST = 'packages/door/test/door.test.ts';
const ROW: Row = {
  id: 'house 1 door',
  broken: { why: 'It stays open.', edits: [{ file: DOOR, find: 'closes', replace: 'stays open' }] },
  files: [TEST],
};
const OTHER: Row = { ...ROW, id: 'house 1 door-bell' };

/** In the place of Vitest: does what the test says, with the text of the door, and notes how it was called. */
const runner = (does: string) => `#!${process.execPath}
const { readFileSync, writeFileSync, appendFileSync } = require('node:fs');
const arg = (name) => process.argv.find((one) => one.startsWith(name))?.slice(name.length);
const door = readFileSync('${DOOR}', 'utf8');
const isShut = door.includes('closes');
appendFileSync('calls.txt', JSON.stringify({ door, names: process.argv[process.argv.indexOf('-t') + 1] }) + '\\n');
const report = (...tests) => writeFileSync(arg('--outputFile='), JSON.stringify({
  testResults: [{ name: '${TEST}', assertionResults: tests.map(([fullName, status, message]) => (
    { fullName, title: fullName, ancestorTitles: [], status, failureMessages: message ? [message] : [] }
  )) }],
}));
${does}
`;
const CLOSES = `report(['closes [house 1 door]', isShut ? 'passed' : 'failed', isShut ? '' : 'the door is open']);`;

describe('the sabotage of a row', () => {
  let folder: TemporaryFolder;
  let sabotage: Sabotage;

  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  };
  const read = (path: string) => readFile(join(folder.path, path), 'utf8');
  const runs = async (does: string) => {
    await write('node_modules/.bin/vitest', runner(does));
    await chmod(join(folder.path, 'node_modules/.bin/vitest'), 0o755);
  };

  beforeEach(async () => {
    folder = await temporaryFolder();
    await write(DOOR, 'the door closes');
    await write(TEST, '');
    await mkdir(join(folder.path, 'packages/acceptance'), { recursive: true });
    const exchange = async (file: string, text: string) => {
      const before = await read(file);
      await write(file, text);
      return before;
    };
    const scratch = { root: folder.path, exchange, [Symbol.asyncDispose]: async () => {} };
    sabotage = new Sabotage(scratch, new AbortController().signal);
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  it('is caught by a test that fails while the code is broken, and passes without', async () => {
    await runs(CLOSES);
    expect(await sabotage.tryRow(ROW)).toMatchObject({ id: ROW.id, outcome: 'caught', said: 'the door is open' });
    expect(await read(DOOR)).toBe('the door closes');
    expect(await sabotage.failUnbroken([ROW])).toEqual(new Map());
    const [call] = (await read('calls.txt')).split('\n').map((line) => JSON.parse(line || '{}'));
    expect(call.door).toBe('the door stays open');
    const names = new RegExp(call.names);
    expect([names.test('door closes [house 1 door]'), names.test('closes h [house 1 door-bell]')]).toEqual([
      true,
      false,
    ]);
  });

  it('is survived where all that run pass, and those of another row say nothing', async () => {
    await runs(`report(['closes [house 1 door]', 'passed'], ['rings [house 1 door-bell]', 'failed', 'no sound']);`);
    expect(await sabotage.tryRow(ROW)).toMatchObject({ outcome: 'survived' });
  });

  it.each([
    ['does not start', `console.error('no such option'); process.exit(1);`, 'no such option'],
    ['tells of no test', `report();`, 'no test ran'],
    ['skips the test', `report(['closes [house 1 door]', 'skipped']);`, 'no test ran'],
    [
      'is ended while it reports',
      `writeFileSync(arg('--outputFile='), '{"testRes'); process.exit(1);`,
      'cannot be read',
    ],
  ])('is unclear where the runner %s, with the edit and without', async (_, does, said) => {
    await runs(does);
    const verdict = await sabotage.tryRow(ROW);
    expect(verdict).toMatchObject({ outcome: 'unclear', said: expect.stringContaining(said) });
    expect(await read(DOOR)).toBe('the door closes');
    expect(await sabotage.failUnbroken([ROW])).toEqual(new Map([[ROW.id, expect.stringContaining(said)]]));
  });

  it('is unclear where the edit does not apply', async () => {
    await runs(CLOSES);
    await write(DOOR, 'the door is shut');
    const verdict = await sabotage.tryRow(ROW);
    expect(verdict).toMatchObject({ outcome: 'unclear', said: expect.stringContaining('stands 0 times') });
  });

  describe('of which something is built', () => {
    const CLI = 'packages/exercise-kit/src/cli.ts';
    const PAGE = 'apps/learn-app/docs/door.md';
    const edited = (file: string, more: Partial<Row> = {}): Row => {
      const broken = { why: 'It stays open.', edits: [{ file, find: 'shut', replace: 'open' }] };
      return { ...ROW, broken, ...more };
    };
    const program = async (path: string, script: string) => {
      await write(path, `#!/bin/sh\n${script}\n`);
      await chmod(join(folder.path, path), 0o755);
    };

    beforeEach(async () => {
      await runs(CLOSES);
      await write(CLI, 'shut');
      await write(PAGE, 'shut');
      await write('packages/exercise-kit/build.mjs', '');
      await write('packages/exercise-kit/dist/cli.js', '');
    });

    it('is tried with what is made of the edit, and then of the code as it is', async () => {
      await program('node_modules/.bin/tsc', `cat ${CLI} >> made.txt; echo >> made.txt`);
      expect(await sabotage.tryRow(edited(CLI))).toMatchObject({ outcome: 'survived' });
      expect(await sabotage.failUnbroken([edited(CLI)])).toEqual(new Map());
      expect(await read('made.txt')).toBe('open\nshut\n');
    });

    it('is unclear where it cannot be built, with the edit and without, and no test is tried', async () => {
      await program('node_modules/.bin/tsc', 'echo It does not fit.; exit 1');
      const complaint = 'compiled could not be built:\nIt does not fit.';
      expect(await sabotage.tryRow(edited(CLI))).toMatchObject({ outcome: 'unclear', said: complaint });
      expect(await sabotage.failUnbroken([ROW, OTHER])).toEqual(
        new Map([
          [ROW.id, complaint],
          [OTHER.id, complaint],
        ]),
      );
      await expect(read('calls.txt')).rejects.toThrow('ENOENT');
    });

    it('is tried with the pages of lessons where one of its tests opens them', async () => {
      const lesson = 'packages/door/test/lesson.test.ts';
      await write(lesson, 'await serveSite();');
      await program('apps/learn-app/node_modules/.bin/docusaurus', `cat docs/door.md > made.txt`);
      await sabotage.tryRow(edited(PAGE));
      await expect(read('apps/learn-app/made.txt')).rejects.toThrow('ENOENT');
      await sabotage.tryRow(edited(PAGE, { files: [TEST, lesson] }));
      expect(await read('apps/learn-app/made.txt')).toBe('open');
    });
  });

  it('counts no report of an earlier run', async () => {
    await runs(CLOSES);
    await sabotage.tryRow(ROW);
    await runs('');
    expect(await sabotage.tryRow(ROW)).toMatchObject({ outcome: 'unclear' });
  });

  it('names of several rows those whose tests fail without the edit, too', async () => {
    await runs(`report(['closes [house 1 door]', 'passed'], ['rings [house 1 door-bell]', 'failed', 'no sound']);`);
    expect(await sabotage.failUnbroken([ROW, OTHER])).toEqual(
      new Map([[OTHER.id, 'rings [house 1 door-bell]: no sound']]),
    );
  });

  it('puts the code back where the runner cannot even be found', async () => {
    await expect(sabotage.tryRow(ROW)).rejects.toThrow('ENOENT');
    expect(await read(DOOR)).toBe('the door closes');
  });
});

describe('what a test said, in a cell', () => {
  it.each(['a\rb', 'a\nb', 'a\u2028b', 'a\u2029b'])('is a line of its own: %j', (said) => {
    const row = `| house 1 door | caught | 2026-11-29 | abc1234 | ${cell(said)} |`;
    expect(readKept(row)).toEqual([
      { id: 'house 1 door', outcome: 'caught', date: '2026-11-29', commit: 'abc1234', said: 'a' },
    ]);
  });

  it('ends no cell, and begins no element', () => {
    expect(cell('a | <b>')).toBe('a \\| &lt;b>');
  });
});
