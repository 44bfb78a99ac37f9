import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { archiveWorkspace } from '../src/index.js';
import { errorOf, readTree, temporaryFolder, writeTree } from './support.js';

const NOW = new Date(2026, 10, 21, 7, 4, 9);
const NAME = 'demo-20261121-070409';
const WORK = { 'agent.py': 'mine', 'deep/er/file': 'mine too' };

/** Another file system than the temporary folder's, where there is one. */
const MEMORY = '/dev/shm';
const HAS_OTHER_DISK = existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(tmpdir()).dev;

describe('archiving a workspace', () => {
  test('[2.2 data-loss] moves all of it to a name that says what it is and from when', async () => {
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
});
