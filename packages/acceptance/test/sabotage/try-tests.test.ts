import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../src/machine/temporary-folder.js';
import { tryTests, type Wanted } from '../../src/sabotage/try-tests.js';

const TEST = 'packages/acceptance/test/door.test.ts';
const PAGE = 'packages/acceptance/browser/house/door.spec.ts';
const SPEED = 'packages/acceptance/browser/speed.spec.ts';
const DOOR: Wanted = { id: 'house 1 door', title: undefined };

/** In the place of a runner: notes how it was called, and reports nothing. */
const RUNNER = `#!${execPath}
const { appendFileSync } = require('node:fs');
const { basename } = require('node:path');
const { PRACTICE_TEST_TURN: turn } = process.env;
const call = { program: basename(process.argv[1]), args: process.argv.slice(2), cwd: process.cwd(), turn };
appendFileSync('CALLS', JSON.stringify(call) + '\\n');
`;

interface Call {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly turn: string;
}

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder();
  for (const runner of ['node_modules/.bin/vitest', 'packages/acceptance/node_modules/.bin/playwright']) {
    const path = join(folder.path, runner);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, RUNNER.replace('CALLS', join(folder.path, 'calls.txt')));
    await chmod(path, 0o755);
  }
});
afterEach(() => folder[Symbol.asyncDispose]());

async function callsFor(files: readonly string[], wanted: readonly Wanted[] = [DOOR]): Promise<Call[]> {
  await tryTests({ root: folder.path, files, wanted, stop: new AbortController().signal });
  const text = await readFile(join(folder.path, 'calls.txt'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('test files are tried', () => {
  it('each kind by its own runner, in the folder where it finds them, and those that measure by themselves', async () => {
    const calls = await callsFor([SPEED, TEST, PAGE]);
    const kinds = calls.map(({ program, args, cwd, turn }) => ({
      program,
      project: args.find((arg) => arg.startsWith('--project='))?.slice('--project='.length),
      files: args.filter((arg) => arg.endsWith('.ts')),
      cwd: cwd.slice(folder.path.length),
      turn,
    }));
    const playwright = { program: 'playwright', cwd: '/packages/acceptance', turn: '' };
    expect(kinds).toEqual([
      { program: 'vitest', project: undefined, files: [TEST], cwd: '', turn: '0' },
      { ...playwright, project: 'behaviour', files: ['browser/house/door.spec.ts'] },
      { ...playwright, project: 'speed', files: ['browser/speed.spec.ts'] },
    ]);
  });

  it.each([
    [TEST, 'vitest'],
    [PAGE, 'playwright'],
    [SPEED, 'playwright'],
  ])('by no other runner: %s', async (file, program) => {
    expect((await callsFor([file])).map((call) => call.program)).toEqual([program]);
  });
});

describe('of the tests in a file are tried', () => {
  const namesFor = async (file: string, wanted: readonly Wanted[]) => {
    const [{ args } = { args: [] as readonly string[] }] = await callsFor([file], wanted);
    const pattern = new RegExp(args[args.indexOf(file === TEST ? '-t' : '-g') + 1] ?? '');
    return (title: string) => pattern.test(title);
  };

  it.each([TEST, PAGE])(
    'those alone that name one of the rows, and have the title that is wanted: %s',
    async (file) => {
      const isTried = await namesFor(file, [DOOR, { id: 'house 2 roof', title: 'in the rain (heavy)' }]);
      expect(isTried('the door closes [house 1 door] slowly')).toBe(true);
      expect(isTried('the roof, in the rain (heavy), holds [house 2 roof]')).toBe(true);
      expect(isTried('the roof holds [house 2 roof] in the rain (heavy)')).toBe(true);
      expect(isTried('the roof holds [house 2 roof] in the rain')).toBe(false);
      expect(isTried('the roof holds [house 2 roof]')).toBe(false);
      expect(isTried('the bell rings [house 1 door-bell]')).toBe(false);
      expect(isTried('the bell rings in the rain (heavy)')).toBe(false);
    },
  );
});
