import { spawnSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PracticeError } from '@agent-factory/protocol';
import { describe, expect, test } from 'vitest';
import { hasWorkspace, removeUntouched, seedWorkspace, writeFailure } from '../src/index.js';
import { ENV, errorOf, readTree, temporaryFolder, withStarter, writeTree } from './support.js';

const BUILT = fileURLToPath(new URL('../dist/index.js', import.meta.url));

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('a failed write', () => {
  const codes: [code: string, error: string, advice: RegExp][] = [
    ['ENOSPC', 'storage_full', /Free some space/],
    ['EDQUOT', 'storage_full', /your share/],
    ['SQLITE_FULL', 'storage_full', /Free some space/],
    ['EMFILE', 'storage_unavailable', /too many files open/],
    ['ENFILE', 'storage_unavailable', /too many files open/],
    ['ENAMETOOLONG', 'workspace_failed', /longer than this disk allows/],
    ['EROFS', 'workspace_failed', /can only be read/],
    ['EIO', 'workspace_failed', /reports an error/],
    ['EACCES', 'workspace_failed', /belongs to you/],
  ];
  test.each(codes)('by %s is %s, and says what to do', (code, error, advice) => {
    expect(writeFailure(systemError(code), '/w')).toMatchObject({ code: error, facts: { path: '/w' } });
    expect((writeFailure(systemError(code), '/w') as PracticeError).message).toMatch(advice);
  });

  test('that is a bug stays one', () => {
    const bug = systemError('ERR_INVALID_ARG_TYPE');
    expect(writeFailure(bug, '/w')).toBe(bug);
  });
});

test('without a free descriptor seeding says so, names a file, and loses nothing', async () => {
  await using folder = await temporaryFolder();
  await withStarter(folder.at('x'), { a: 'shipped' });
  await writeTree(folder.at('w'), { mine: 'mine' });
  const program = `import { openSync } from 'node:fs';
    const { loadExercise, seedWorkspace } = await import(process.argv[1]);
    const [dir, workspace] = process.argv.slice(2);
    const exercise = await loadExercise(dir, 'demo');
    try { for (;;) openSync('/dev/null'); } catch {}
    const told = (action) => action.then(() => 'done', ({ code, facts }) => ({ code, ...facts }));
    console.log(JSON.stringify(await told(seedWorkspace(exercise, { workspace }))));`;
  const args = ['--input-type=module', '-e', program, BUILT, folder.at('x'), folder.at('w')];
  const limited = ['-c', 'ulimit -n 400; exec "$@"', 'sh', process.execPath, ...args];
  const { stdout, stderr } = spawnSync('sh', limited, { encoding: 'utf8', env: ENV });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ code: 'storage_unavailable', reason: 'EMFILE' });
  expect(await readTree(folder.at('w'))).toEqual({ mine: 'mine' });
});

describe('whether there is a workspace', () => {
  test('is told of a folder, of a link to one, and of nothing', async () => {
    await using folder = await temporaryFolder();
    await mkdir(folder.at('w'));
    await symlink('w', folder.at('link'));
    expect([await hasWorkspace(folder.at('w')), await hasWorkspace(folder.at('link'))]).toEqual([true, true]);
    expect(await hasWorkspace(folder.at('nothing'))).toBe(false);
  });

  test('is not told of a link that leads nowhere or in a circle, a file, or a place in a file', async () => {
    await using folder = await temporaryFolder();
    await symlink('gone', folder.at('dangling'));
    await symlink('circle', folder.at('circle'));
    await writeFile(folder.at('file'), '');
    for (const [name, reason] of [
      ['dangling', 'ENOENT'],
      ['circle', 'ELOOP'],
      ['file', 'ENOTDIR'],
      ['file/below', 'ENOTDIR'],
    ] as const) {
      const error = await errorOf(hasWorkspace(folder.at(name)));
      expect(error).toMatchObject({ code: 'workspace_failed', facts: { path: folder.at(name), reason } });
    }
  });
});

describe('a workspace that was only seeded', () => {
  test('is removed, also through a link', async () => {
    await using folder = await temporaryFolder();
    const exercise = await withStarter(folder.at('x'), { a: '1', 'b/c/d': '2' });
    await mkdir(folder.at('real'));
    await symlink('real', folder.at('all'));
    await seedWorkspace(exercise, { workspace: folder.at('all', 'w') });
    expect(await removeUntouched(exercise, { workspace: folder.at('all', 'w') })).toBe(true);
    expect(await readTree(folder.at('real'))).toEqual({});
  });

  test.each([
    ['a changed file', { a: 'mine' }],
    ['a new file', { new: 'mine' }],
    ['a new file among ours', { 'b/c/new': '' }],
    ['a new file in a new folder', { 'n/e/w': '' }],
  ])('stays whole with %s', async (_what, mine) => {
    await using folder = await temporaryFolder();
    const exercise = await withStarter(folder.at('x'), { a: '1', 'b/c/d': '2' });
    await seedWorkspace(exercise, { workspace: folder.at('w') });
    await writeTree(folder.at('w'), mine);
    const before = await readTree(folder.at('w'));
    expect(await removeUntouched(exercise, { workspace: folder.at('w') })).toBe(false);
    expect(await readTree(folder.at('w'))).toEqual(before);
  });

  test.each(['mine', 'b/mine', 'note'])('stays whole with an empty folder %s', async (path) => {
    await using folder = await temporaryFolder();
    const exercise = await withStarter(folder.at('x'), { a: '1', 'b/c/d': '2', 'notes.md': '3' });
    await seedWorkspace(exercise, { workspace: folder.at('w') });
    await mkdir(folder.at('w', path));
    const before = await readTree(folder.at('w'));
    expect(await removeUntouched(exercise, { workspace: folder.at('w') })).toBe(false);
    expect(await readTree(folder.at('w'))).toEqual(before);
  });
});
