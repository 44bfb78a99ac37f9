import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { archiveWorkspace, prepareArchive } from '../src/index.js';
import { ENV, errorOf, readTree, type TemporaryFolder, temporaryFolder, writeTree } from './support.js';

const NOW = new Date(2026, 10, 21, 7, 4, 9);
const NAME = 'demo-20261121-070409';
const WORK = { 'agent.py': 'mine', 'deep/er/file': 'mine too' };

/** Another file system than the temporary folder's, where there is one. */
const MEMORY = '/dev/shm';
const HAS_OTHER_DISK = existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(tmpdir()).dev;

const BUILT = fileURLToPath(new URL('../dist/index.js', import.meta.url));
/** A user who owns nothing. Only root can become another, where the built program can be read by all. */
const NOBODY = 65_534;
const AS_ANOTHER =
  process.getuid?.() === 0 &&
  spawnSync('setpriv', ['--reuid', `${NOBODY}`, '--clear-groups', process.execPath, '--check', BUILT]).status === 0;

describe('archiving a workspace', () => {
  test('[practice-environment 2.2 data-loss] moves all of it to a name that says what it is and from when', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('w'), WORK);
    expect(await archiveWorkspace(folder.at('w'), folder.at('archive'), 'demo', NOW)).toBe(folder.at('archive', NAME));
    expect(await readTree(folder.path)).toEqual({
      [`archive/${NAME}/agent.py`]: 'mine',
      [`archive/${NAME}/deep/er/file`]: 'mine too',
    });
  });

  test('gives a second one of the same second a number and overwrites nothing, not even an empty folder', async () => {
    await using folder = await temporaryFolder();
    const names: (string | undefined)[] = [];
    for (const content of ['1', '2', '3']) {
      await writeTree(folder.at('w'), { file: content });
      names.push(await archiveWorkspace(folder.at('w'), folder.at('a'), 'demo', NOW));
      if (content === '1') await rm(folder.at('a', NAME, 'file'));
    }
    expect(names).toEqual([folder.at('a', NAME), folder.at('a', `${NAME}-2`), folder.at('a', `${NAME}-3`)]);
    expect(await readTree(folder.at('a'))).toEqual({
      [`${NAME}/`]: '',
      [`${NAME}-2/file`]: '2',
      [`${NAME}-3/file`]: '3',
    });
  });

  test('has nothing to do where there is no workspace', async () => {
    await using folder = await temporaryFolder();
    expect(await archiveWorkspace(folder.at('w'), folder.at('a'), 'demo', NOW)).toBeUndefined();
    expect(await readTree(folder.path)).toEqual({});
  });

  test('moves a link as a link', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('disk'), WORK);
    await symlink(folder.at('disk'), folder.at('w'));
    await archiveWorkspace(folder.at('w'), folder.at('a'), 'demo', NOW);
    expect(await readTree(folder.path)).toMatchObject({
      'disk/agent.py': 'mine',
      [`a/${NAME}`]: `→ ${folder.at('disk')}`,
    });
  });

  test('leaves the workspace where it is when the archive cannot be written', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.path, { 'w/file': 'mine', a: 'a file' });
    const error = await errorOf(archiveWorkspace(folder.at('w'), folder.at('a'), 'demo', NOW));
    expect(error).toMatchObject({ code: 'workspace_failed', facts: { path: folder.at('a') } });
    expect(await readTree(folder.at('w'))).toEqual({ file: 'mine' });
  });

  test.skipIf(!HAS_OTHER_DISK)('reaches another disk with links, times and all, but without pipes', async () => {
    await using folder = await temporaryFolder();
    const other = await mkdtemp(join(MEMORY, 'exercise-'));
    try {
      await writeTree(folder.at('w'), WORK);
      await symlink('agent.py', folder.at('w', 'link'));
      spawnSync('mkfifo', [folder.at('w', 'pipe')]);
      await utimes(folder.at('w', 'agent.py'), 1000, 1000);
      const target = await archiveWorkspace(folder.at('w'), other, 'demo', NOW);
      expect(await readTree(other)).toEqual({
        [`${NAME}/agent.py`]: 'mine',
        [`${NAME}/deep/er/file`]: 'mine too',
        [`${NAME}/link`]: '→ agent.py',
      });
      expect(statSync(join(target ?? '', 'agent.py')).mtimeMs).toBe(1_000_000);
      expect(await readTree(folder.path)).toEqual({});
    } finally {
      await rm(other, { recursive: true });
    }
  });

  test.skipIf(!HAS_OTHER_DISK)(
    '[practice-environment 2.2 data-loss] takes to another disk what is written meanwhile',
    async () => {
      await using folder = await temporaryFolder();
      const other = await mkdtemp(join(MEMORY, 'exercise-'));
      try {
        await writeTree(
          folder.at('w'),
          Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, '1'])),
        );
        const moved = archiveWorkspace(folder.at('w'), other, 'demo', NOW);
        let copied: string[] = [];
        while (copied.length < 2) copied = await readdir(join(other, NAME)).catch(() => []);
        // As long as what was there, so that its time alone tells that it is another.
        const [name = ''] = copied;
        writeFileSync(folder.at('w', name), '2');
        writeFileSync(folder.at('w', 'new'), 'mine');
        await moved;
        expect(await readTree(other)).toMatchObject({ [`${NAME}/${name}`]: '2', [`${NAME}/new`]: 'mine' });
        expect(await readTree(folder.path)).toEqual({});
      } finally {
        await rm(other, { recursive: true });
      }
    },
  );

  test('can be prepared and given up, which changes nothing', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('w'), WORK);
    const prepared = await prepareArchive({
      workspace: folder.at('w'),
      archiveDir: folder.at('a'),
      id: 'demo',
      now: NOW,
    });
    expect(prepared?.path).toBe(folder.at('a', NAME));
    await prepared?.cancel();
    expect(await readTree(folder.path)).toEqual({ 'a/': '', 'w/agent.py': 'mine', 'w/deep/er/file': 'mine too' });
  });

  test.skipIf(!AS_ANOTHER)('is refused before anything is done where the workspace cannot be taken away', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('home', 'w'), WORK);
    const { code, path } = await archivedByAnother(folder, folder.at('archive'), ['home/w', 'home/w/deep', 'archive']);
    expect([code, path]).toEqual(['workspace_failed', folder.at('home')]);
    expect(await readTree(folder.path)).toMatchObject({ 'home/w/agent.py': 'mine', 'archive/': '' });
  });

  test.skipIf(!AS_ANOTHER || !HAS_OTHER_DISK)('names the file that cannot be read, and moves nothing', async () => {
    await using folder = await temporaryFolder();
    const other = await mkdtemp(join(MEMORY, 'exercise-'));
    try {
      await writeTree(folder.at('home', 'w'), WORK);
      await chmod(folder.at('home', 'w', 'agent.py'), 0o600);
      chownSync(other, NOBODY, NOBODY);
      const { code, path } = await archivedByAnother(folder, other, ['home', 'home/w', 'home/w/deep']);
      expect([code, path]).toEqual(['workspace_failed', folder.at('home', 'w', 'agent.py')]);
      expect(await readTree(other)).toEqual({});
      expect(await readTree(folder.at('home', 'w'))).toEqual(WORK);
    } finally {
      await rm(other, { recursive: true });
    }
  });

  test.skipIf(!AS_ANOTHER || !HAS_OTHER_DISK)(
    'frees the place of a workspace that cannot wholly be removed',
    async () => {
      await using folder = await temporaryFolder();
      const other = await mkdtemp(join(MEMORY, 'exercise-'));
      try {
        await writeTree(folder.at('home', 'w'), WORK);
        chownSync(other, NOBODY, NOBODY);
        // The folder below is root's: its file can be read, and not be removed.
        const { code } = await archivedByAnother(folder, other, ['home', 'home/w']);
        expect(code).toBe('done');
        expect(await readTree(other)).toEqual({ [`${NAME}/agent.py`]: 'mine', [`${NAME}/deep/er/file`]: 'mine too' });
        expect(existsSync(folder.at('home', 'w'))).toBe(false);
      } finally {
        await rm(other, { recursive: true });
      }
    },
  );
});

/** Archives as a user who owns no more than these folders: for root no file is out of reach. */
async function archivedByAnother(
  folder: TemporaryFolder,
  archiveDir: string,
  owned: readonly string[],
): Promise<{ code: string; path?: string }> {
  await mkdir(archiveDir, { recursive: true });
  await chmod(folder.path, 0o755);
  for (const path of owned) chownSync(folder.at(path), NOBODY, NOBODY);
  const program = `const { archiveWorkspace } = await import(process.argv[1]);
    const [workspace, archiveDir] = process.argv.slice(2);
    await archiveWorkspace(workspace, archiveDir, 'demo', new Date(2026, 10, 21, 7, 4, 9)).then(
      () => console.log(JSON.stringify({ code: 'done' })),
      ({ code, facts }) => console.log(JSON.stringify({ code, ...facts })));`;
  const args = ['--input-type=module', '-e', program, BUILT, folder.at('home', 'w'), archiveDir];
  const user = ['--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups', process.execPath];
  const { stdout, stderr } = spawnSync('setpriv', [...user, ...args], { encoding: 'utf8', env: ENV });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
