import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../src/machine/temporary-folder.js';
import { readKept } from '../../src/sabotage/result.js';
import { copyTools, mainOf } from '../runner/built-tool.js';

const ACCEPTANCE = 'packages/acceptance';
const DOOR = 'packages/door/src/door.ts';
const TEST = `${ACCEPTANCE}/test/door.test.ts`;
const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** In the place of Vitest: a test that fails where it holds what the program says. */
const runner = (fails: string) => `#!${execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const door = readFileSync('${DOOR}', 'utf8');
const path = process.argv.find((one) => one.startsWith('--outputFile=')).slice('--outputFile='.length);
const status = ${fails} ? 'failed' : 'passed';
const test = { fullName: 'closes [house 1 door]', status, failureMessages: status === 'failed' ? ['it is open'] : [] };
writeFileSync(path, JSON.stringify({ testResults: [{ name: '${TEST}', assertionResults: [test] }] }));
`;

let folder: TemporaryFolder;

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(folder.path, path)), { recursive: true });
  await writeFile(join(folder.path, path), text);
};

/** A repository with one row, and the tool as it is built. */
beforeEach(async () => {
  folder = await temporaryFolder();
  await copyTools(folder.path);
  await symlink(here('node_modules'), join(folder.path, ACCEPTANCE, 'node_modules'));
  await write(`${ACCEPTANCE}/requirements.json`, JSON.stringify({ 'house 1 door': 'It closes.' }));
  await write(`${ACCEPTANCE}/sabotage/unbreakable.json`, '{}');
  await write(`${ACCEPTANCE}/sabotage/unbroken.json`, '[]');
  const edits = [{ file: DOOR, find: 'closes', replace: 'stays open' }];
  await write(`${ACCEPTANCE}/sabotage/house.json`, JSON.stringify({ 'house 1 door': { why: 'It sticks.', edits } }));
  await write(TEST, "it('closes [house 1 door]', () => {});");
  await write(DOOR, 'closes');
  await mkdir(join(folder.path, 'apps'));
});
afterEach(() => folder[Symbol.asyncDispose]());

async function sabotage(...args: readonly string[]): Promise<{ code: number; stdout: string }> {
  const main = mainOf(folder.path, 'sabotage');
  return promisify(execFile)(execPath, [main, ...args]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error) => error,
  );
}

async function vitestFails(where: string): Promise<void> {
  await write('node_modules/.bin/vitest', runner(where));
  await chmod(join(folder.path, 'node_modules/.bin/vitest'), 0o755);
}

it.each([
  ['fails with the edit alone', `!door.includes('closes')`, 0, '1 caught, 0 survived, 0 unclear'],
  ['passes with the edit', 'false', 1, '0 caught, 1 survived, 0 unclear'],
  ['fails without the edit, too', 'true', 1, '0 caught, 0 survived, 1 unclear'],
])('a run ends as its tests say: one that %s', async (_, fails, code, sum) => {
  await vitestFails(fails);
  expect(await sabotage()).toMatchObject({ code, stdout: expect.stringContaining(sum) });
});

it('a run keeps what came of its rows where it is asked to, and else keeps nothing', async () => {
  await vitestFails('false');
  const git = (...args: readonly string[]) => promisify(execFile)('git', [...args], { cwd: folder.path });
  await git('init', '--quiet');
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.test'];
  await git(...author, 'commit', '--quiet', '--allow-empty', '--message', 'house');
  const kept = join(folder.path, ACCEPTANCE, 'sabotage/RESULT.md');
  await sabotage();
  await expect(readFile(kept, 'utf8')).rejects.toThrow('ENOENT');
  await sabotage('--keep');
  const { stdout: commit } = await git('rev-parse', '--short=12', 'HEAD');
  expect(readKept(await readFile(kept, 'utf8'))).toMatchObject([
    { id: 'house 1 door', outcome: 'survived', commit: commit.trim() },
  ]);
});

it('a run is refused where the lists are wrong, or no row is named so', async () => {
  await vitestFails('false');
  expect(await sabotage('house 2')).toMatchObject({ code: 2, stdout: expect.stringContaining('no such row') });
  expect(await sabotage('--dozen', 'x')).toMatchObject({ code: 2 });
  await write(DOOR, 'shuts');
  const said = '[house 1 door] "closes" stands 0 times in packages/door/src/door.ts, not once\n';
  expect(await sabotage('--check')).toMatchObject({ code: 1, stdout: said });
  expect(await sabotage()).toMatchObject({ code: 1, stdout: said });
});
