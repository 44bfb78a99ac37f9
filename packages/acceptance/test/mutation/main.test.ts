import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../src/machine/temporary-folder.js';
import { copyTools, mainOf } from '../runner/built-tool.js';

const ACCEPTANCE = 'packages/acceptance';
const MODULES = `${ACCEPTANCE}/node_modules/@stryker-mutator`;

/** In the place of Stryker: a hundred mutants, of which as many are noticed as the package says; -1 for failing tests. */
const STRYKER = `
const { readFileSync, writeFileSync } = require('node:fs');
const noticed = Number(readFileSync('noticed.txt', 'utf8'));
if (noticed < 0) {
  console.log('its tests fail');
  process.exit(1);
}
const location = { start: { line: 1, column: 1 } };
const mutants = Array.from({ length: 100 }, (_, n) => (
  { mutatorName: 'BooleanLiteral', status: n < noticed ? 'Killed' : 'Survived', location }
));
writeFileSync('mutation.json', JSON.stringify({ files: { 'src/a.ts': { mutants } } }));
`;

let folder: TemporaryFolder;

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(folder.path, path)), { recursive: true });
  await writeFile(join(folder.path, path), text);
};

/** A repository with two of the parts, and the tool as it is built. */
beforeEach(async () => {
  folder = await temporaryFolder();
  await copyTools(folder.path);
  await write(`${MODULES}/core/package.json`, '{}');
  await write(`${MODULES}/core/bin/stryker.js`, STRYKER);
  await write(`${MODULES}/vitest-runner/index.js`, '');
  for (const name of ['protocol', 'subprocess']) await write(`packages/${name}/src/a.ts`, '');
  await mkdir(join(folder.path, 'node_modules'));
});
afterEach(() => folder[Symbol.asyncDispose]());

it.each([
  [0, [80, 100]],
  [1, [100, 79]],
  [1, [100, -1]],
])(
  'a run ends with %d where of the mutants of two parts so many in a hundred are noticed: %j',
  async (code, noticed) => {
    await write('packages/protocol/noticed.txt', String(noticed[0]));
    await write('packages/subprocess/noticed.txt', String(noticed[1]));
    const main = mainOf(folder.path, 'mutation');
    const ended = promisify(execFile)(execPath, [main, 'protocol', 'subprocess']).then(
      (printed) => ({ ...printed, code: 0 }),
      (error) => error,
    );
    const { stdout, stderr, ...rest } = await ended;
    expect(rest.code).toBe(code);
    for (const [n, name] of ['protocol', 'subprocess'].entries()) {
      const count = noticed[n] ?? 0;
      if (count < 0) expect(stderr).toContain(`${name} could not be tried: its tests fail`);
      else expect(stdout).toContain(`${count < 80 ? '✗' : '✓'} ${name}: ${count} of 100 mutants noticed, ${count}.0 %`);
    }
  },
);
