import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chdir, cwd } from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearFolder } from '../../src/run/agents/clear-folder.js';
import { changedSince, layOut, snapshot } from '../../src/run/agents/workspace.js';

let base = '';
let work = '';
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'smile-work-'));
  work = join(base, 'work');
  await mkdir(work);
});
afterEach(async () => {
  await clearFolder(base);
  await rm(base, { recursive: true });
});

/** Folders in each other until no path to the last is short enough for the system. */
async function nest(levels: number): Promise<void> {
  const before = cwd();
  try {
    chdir(work);
    for (let level = 0; level < levels; level += 1) {
      await mkdir('a-folder-with-a-long-name');
      await writeFile('file', '');
      chdir('a-folder-with-a-long-name');
    }
  } finally {
    chdir(before);
  }
}

it('is laid out as an exercise begins, and nothing else is in it', async () => {
  await mkdir(join(base, 'starter'));
  await writeFile(join(base, 'starter', 'app.py'), '');
  await writeFile(join(work, 'old'), '');
  await layOut(work, join(base, 'starter'));
  expect(await readdir(work)).toEqual(['app.py']);
  await layOut(join(base, 'new'), undefined);
  expect(await readdir(join(base, 'new'))).toEqual([]);
});

it('is its owner’s again, whatever rights a student has taken away', async () => {
  await mkdir(join(work, 'locked', 'deep'), { recursive: true });
  await writeFile(join(work, 'locked', 'deep', 'file'), '');
  for (const folder of [join(work, 'locked', 'deep'), join(work, 'locked'), work]) await chmod(folder, 0);
  await layOut(work, undefined);
  expect(await readdir(work)).toEqual([]);
  expect((await stat(work)).mode & 0o777).toBe(0o700);
});

it('is emptied of folders that lie too deep for any path', async () => {
  await nest(300);
  await symlink(base, join(work, 'link'));
  expect((await changedSince(new Map(), work)).length).toBeGreaterThan(100);
  await layOut(work, undefined);
  expect(await readdir(work)).toEqual([]);
  expect(await readdir(base)).toEqual(['work']);
});

it('tells what is new or changed, links as themselves', async () => {
  await writeFile(join(work, 'same'), 'x');
  await writeFile(join(work, 'changed'), 'x');
  const before = await snapshot(work);
  await writeFile(join(work, 'changed'), 'xy');
  await symlink('/etc', join(work, 'link'));
  await mkdir(join(work, 'folder'));
  await writeFile(join(work, 'folder', 'new'), '');
  const changed = await changedSince(before, work);
  expect(changed.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: 'changed', bytes: 2 },
    { path: join('folder', 'new'), bytes: 0 },
    { path: 'link', bytes: 4 },
  ]);
});
