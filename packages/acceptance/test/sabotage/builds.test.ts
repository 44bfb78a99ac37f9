import { chmod, lstat, mkdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRunning } from '../../src/machine/processes.js';
import { type TemporaryFolder, temporaryFolder } from '../../src/machine/temporary-folder.js';
import { waitUntil } from '../../src/machine/wait-until.js';
import { Builds } from '../../src/sabotage/builds.js';
import { runCommand } from '../../src/sabotage/command.js';
import { makeScratch } from '../../src/sabotage/scratch.js';

const NEVER = new AbortController().signal;
let folder: TemporaryFolder;

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(folder.path, path)), { recursive: true });
  await writeFile(join(folder.path, path), text);
};

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

describe('what was made of a file', () => {
  const made = async () => (await readFile(join(folder.path, 'made.txt'), 'utf8').catch(() => '')).trim().split('\n');

  beforeEach(async () => {
    await write('node_modules/.bin/tsc', '#!/bin/sh\necho compiled >> made.txt\n');
    await chmod(join(folder.path, 'node_modules/.bin/tsc'), 0o755);
    const bundle = (name: string) => `require('node:fs').appendFileSync('../../made.txt', '${name}\\n');`;
    await write(
      'packages/exercise-kit/build.mjs',
      `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
${bundle('exercise-kit')}
if (require('node:fs').existsSync('broken')) { console.error('It does not fit.'); process.exit(1); }
`,
    );
    await write('packages/exercise-kit/dist/cli.js', "require('node:fs').appendFileSync('made.txt', 'exercises\\n');");
  });

  it('is made again once, when the file has changed', async () => {
    const builds = new Builds(folder.path, NEVER);
    expect(await builds.make({ withLessons: false })).toBeUndefined();
    expect(await made()).toEqual(['']);
    builds.noteChange('packages/exercise-kit/src/cli.ts');
    expect(await builds.make({ withLessons: false })).toBeUndefined();
    expect(await builds.make({ withLessons: false })).toBeUndefined();
    expect(await made()).toEqual(['compiled', 'exercise-kit', 'exercises']);
  });

  it('is made again also after it could not be, which is told', async () => {
    const builds = new Builds(folder.path, NEVER);
    await write('packages/exercise-kit/broken', '');
    builds.noteChange('packages/exercise-kit/src/cli.ts');
    const complaint = 'exercise-kit could not be built:\nIt does not fit.';
    expect(await builds.make({ withLessons: false })).toBe(complaint);
    expect(await builds.make({ withLessons: false })).toBe(complaint);
    expect(await made()).toEqual(['compiled', 'exercise-kit', 'exercise-kit']);
  });
});

describe('a command', () => {
  const options = () => ({ cwd: folder.path, withinMs: 20_000, stop: NEVER });

  it('tells how it ended, and what it printed', async () => {
    const { exitCode, output } = await runCommand('sh', ['-c', 'echo one; echo two >&2; exit 3'], options());
    expect([exitCode, output.split('\n').toSorted()]).toEqual([3, ['', 'one', 'two']]);
  });

  it('is ended when it takes too long', async () => {
    expect(await runCommand('sleep', ['60'], { ...options(), withinMs: 100 })).toMatchObject({ exitCode: undefined });
  });

  it('leaves nothing behind that it has started', async () => {
    const { output } = await runCommand('sh', ['-c', 'sleep 60 >/dev/null 2>&1 & echo $!'], options());
    const pid = Number(output);
    expect(pid).toBeGreaterThan(1);
    await waitUntil(
      async () => !(await isRunning(pid)) || undefined,
      () => `${pid} still runs`,
    );
  });
});

describe('a copy of the repository', () => {
  it('has its files, and leads to the packages that are there already', async () => {
    await write('packages/door/src/door.ts', 'closes');
    await write('node_modules/hinge/index.js', '');
    await write('.git/HEAD', '');
    await mkdir(join(folder.path, 'packages/house/node_modules'), { recursive: true });
    await symlink('../../door', join(folder.path, 'packages/house/node_modules/door'));
    await using scratch = await makeScratch(folder.path);
    expect(await scratch.exchange('packages/door/src/door.ts', 'opens')).toBe('closes');
    expect(await readFile(join(folder.path, 'packages/door/src/door.ts'), 'utf8')).toBe('closes');
    expect((await lstat(join(scratch.root, 'node_modules/hinge'))).isSymbolicLink()).toBe(true);
    // What a package of the copy uses of another is of the copy, too.
    expect(await readlink(join(scratch.root, 'packages/house/node_modules/door'))).toBe('../../door');
    expect(await readFile(join(scratch.root, 'packages/house/node_modules/door/src/door.ts'), 'utf8')).toBe('opens');
    await expect(lstat(join(scratch.root, '.git'))).rejects.toThrow('ENOENT');
  });
});
