import { chmod, mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type SeedOptions, type SeedReport, seedWorkspace } from '../src/index.js';
import {
  errorOf,
  readTree,
  type TemporaryFolder,
  type Tree,
  temporaryFolder,
  withStarter,
  writeTree,
} from './support.js';

const INSTRUCTIONS = { 'CLAUDE.md': 'Be a tutor.\n' };

/** Seeds version 1, lets the student work, seeds version 2. */
async function update(
  folder: TemporaryFolder,
  first: Tree,
  work: () => Promise<void>,
  second: Tree,
): Promise<SeedReport> {
  const workspace = folder.at('workspace');
  const { seeded } = await seedWorkspace(await withStarter(folder.at('v1'), first), { workspace });
  await work();
  return seedWorkspace(await withStarter(folder.at('v2'), second), { workspace, recorded: seeded });
}

const NOTHING = { added: [], updated: [], removed: [], kept: [] };

describe('a new workspace', () => {
  test('[practice-environment 1.3 setup] [practice-environment 7.1 instructions] gets the instructions and the starter files, folders and all', async () => {
    await using folder = await temporaryFolder();
    const exercise = await withStarter(folder.at('x'), { 'b/c/d.py': 'd', 'a.py': 'ä\r\n' });
    const report = await seedWorkspace(exercise, { workspace: folder.at('deep', 'workspace') });
    expect(await readTree(folder.at('deep', 'workspace'))).toEqual({
      ...INSTRUCTIONS,
      'a.py': 'ä\r\n',
      'b/c/d.py': 'd',
    });
    expect(report).toMatchObject({ ...NOTHING, added: ['CLAUDE.md', 'a.py', 'b/c/d.py'] });
    expect(report.seeded.map((file) => file.path)).toEqual(report.added);
    expect(report.seeded[2]?.sha256).toBe('18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4');
  });

  test('[practice-environment 1.3 hints] gets the instructions under the name the agent reads, too', async () => {
    await using folder = await temporaryFolder();
    const exercise = await withStarter(folder.at('x'), { 'AGENTS.md': 'of the starter' });
    await seedWorkspace(exercise, { workspace: folder.at('workspace'), instructionFile: 'AGENTS.md' });
    expect(await readTree(folder.at('workspace'))).toEqual({ ...INSTRUCTIONS, 'AGENTS.md': 'Be a tutor.\n' });
  });

  test('[exercises 5 instructions] gets what the exercise ships for other agents, and CLAUDE.md for one it ships nothing for', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('x'), { 'AGENTS.md': 'For agents.\n' });
    const exercise = await withStarter(folder.at('x'), {});
    await seedWorkspace(exercise, { workspace: folder.at('workspace'), instructionFile: 'GEMINI.md' });
    expect(await readTree(folder.at('workspace'))).toEqual({
      ...INSTRUCTIONS,
      'AGENTS.md': 'For agents.\n',
      'GEMINI.md': 'Be a tutor.\n',
    });
  });

  test('has run bits where the source has them or the first line asks for one', async () => {
    await using folder = await temporaryFolder();
    const exercise = await withStarter(folder.at('x'), { 'tool.sh': '#!/bin/sh\n', plain: 'text', bit: 'text' });
    await chmod(folder.at('x', 'starter', 'bit'), 0o755);
    await seedWorkspace(exercise, { workspace: folder.at('w') });
    const runs = async (name: string) => ((await stat(folder.at('w', name))).mode & 0o100) !== 0;
    expect([await runs('tool.sh'), await runs('bit'), await runs('plain')]).toEqual([true, true, false]);
  });

  test('does not count as emptied by the student when a record of an older one is left', async () => {
    await using folder = await temporaryFolder();
    const exercise = await withStarter(folder.at('x'), { a: '1' });
    const { seeded } = await seedWorkspace(exercise, { workspace: folder.at('w') });
    await rm(folder.at('w'), { recursive: true });
    const report = await seedWorkspace(exercise, { workspace: folder.at('w'), recorded: seeded });
    expect(report).toMatchObject({ ...NOTHING, added: ['CLAUDE.md', 'a'] });
  });
});

describe('a newer version', () => {
  test('changes nothing where nothing is new', async () => {
    await using folder = await temporaryFolder();
    const report = await update(folder, { a: '1' }, async () => undefined, { a: '1' });
    expect(report).toMatchObject(NOTHING);
    expect(report.seeded.map((file) => file.path)).toEqual(['CLAUDE.md', 'a']);
  });

  test('updates what the student has not touched, adds what is new, removes what is no longer shipped', async () => {
    await using folder = await temporaryFolder();
    const report = await update(folder, { a: '1', 'old/deep/b': 'b' }, async () => undefined, { a: '2', c: 'c' });
    expect(report).toMatchObject({ updated: ['a'], added: ['c'], removed: ['old/deep/b'], kept: [] });
    expect(await readTree(folder.at('workspace'))).toEqual({ ...INSTRUCTIONS, a: '2', c: 'c' });
  });

  test('[practice-environment 2.2 data-loss] keeps what the student has changed, made or deleted', async () => {
    await using folder = await temporaryFolder();
    const at = (name: string) => folder.at('workspace', name);
    const work = async () => {
      await writeFile(at('changed'), 'mine');
      await writeFile(at('made'), 'mine');
      await writeFile(at('dropped'), 'mine');
      await rm(at('deleted'));
    };
    const report = await update(folder, { changed: '1', deleted: '1', dropped: '1' }, work, {
      changed: '2',
      deleted: '2',
      made: '2',
    });
    expect(report).toMatchObject({ ...NOTHING, kept: ['changed', 'deleted', 'dropped', 'made'] });
    expect(await readTree(folder.at('workspace'))).toEqual({
      ...INSTRUCTIONS,
      changed: 'mine',
      made: 'mine',
      dropped: 'mine',
    });
  });

  test('still knows two versions later what was touched, and updates what was put back', async () => {
    await using folder = await temporaryFolder();
    const workspace = folder.at('workspace');
    const second = await update(
      folder,
      { a: '1', b: '1' },
      async () => {
        await writeFile(folder.at('workspace', 'a'), 'mine');
        await rm(folder.at('workspace', 'b'));
      },
      { a: '2', b: '2' },
    );
    await writeFile(folder.at('workspace', 'a'), '1');
    const third = await seedWorkspace(await withStarter(folder.at('v3'), { a: '3', b: '3' }), {
      workspace,
      recorded: second.seeded,
    });
    expect(third).toMatchObject({ ...NOTHING, updated: ['a'], kept: ['b'] });
  });

  test('takes a file the student has brought to the new content by hand as its own', async () => {
    await using folder = await temporaryFolder();
    const report = await update(folder, { a: '1' }, () => writeFile(folder.at('workspace', 'a'), '2'), { a: '2' });
    expect(report).toMatchObject(NOTHING);
    expect(report.seeded).toHaveLength(2);
  });

  test('leaves a folder in which the student has a file of their own', async () => {
    await using folder = await temporaryFolder();
    const report = await update(folder, { 'd/a': '1' }, () => writeFile(folder.at('workspace', 'd/mine'), 'm'), {});
    expect(report).toMatchObject({ removed: ['d/a'] });
    expect(await readTree(folder.at('workspace'))).toEqual({ ...INSTRUCTIONS, 'd/mine': 'm' });
  });

  test('removes the instructions of an agent that is no longer used', async () => {
    await using folder = await temporaryFolder();
    const exercise = await withStarter(folder.at('x'), {});
    const options: SeedOptions = { workspace: folder.at('w') };
    const { seeded } = await seedWorkspace(exercise, { ...options, instructionFile: 'GEMINI.md' });
    expect(await seedWorkspace(exercise, { ...options, recorded: seeded })).toMatchObject({ removed: ['GEMINI.md'] });
  });
});

describe('[practice-environment 2.3 file-access] a workspace with links', () => {
  test('is written through none that leads out of it', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('outside'), { a: 'out' });
    await mkdir(folder.at('w'));
    await symlink(folder.at('outside'), folder.at('w', 'd'));
    await symlink('/no/such/place', folder.at('w', 'e'));
    await symlink(folder.at('outside', 'a'), folder.at('w', 'f'));
    await symlink(folder.at('outside', 'new'), folder.at('w', 'g'));
    const starter = { 'd/a': 'x', 'd/new': 'x', 'e/a': 'x', f: 'x', g: 'x' };
    const report = await seedWorkspace(await withStarter(folder.at('x'), starter), { workspace: folder.at('w') });
    expect(report).toMatchObject({ added: ['CLAUDE.md'], kept: Object.keys(starter) });
    expect(await readTree(folder.at('outside'))).toEqual({ a: 'out' });
  });

  test('loses nothing outside when a file is no longer shipped', async () => {
    await using folder = await temporaryFolder();
    const work = async () => {
      await rm(folder.at('workspace', 'd'), { recursive: true });
      await writeTree(folder.at('outside'), { a: '1' });
      await symlink(folder.at('outside'), folder.at('workspace', 'd'));
    };
    expect(await update(folder, { 'd/a': '1' }, work, {})).toMatchObject({ removed: [], kept: ['d/a'] });
    expect(await readTree(folder.at('outside'))).toEqual({ a: '1' });
  });

  test('may have one to a folder inside it', async () => {
    await using folder = await temporaryFolder();
    await mkdir(folder.at('w', 'real'), { recursive: true });
    await symlink('real', folder.at('w', 'd'));
    await seedWorkspace(await withStarter(folder.at('x'), { 'd/a': 'x' }), { workspace: folder.at('w') });
    expect(await readTree(folder.at('w'))).toEqual({ ...INSTRUCTIONS, d: '→ real', 'real/a': 'x' });
  });

  test('may be one itself', async () => {
    await using folder = await temporaryFolder();
    await mkdir(folder.at('disk'));
    await symlink(folder.at('disk'), folder.at('w'));
    await seedWorkspace(await withStarter(folder.at('x'), { a: 'x' }), { workspace: folder.at('w') });
    expect(await readTree(folder.at('disk'))).toEqual({ ...INSTRUCTIONS, a: 'x' });
  });

  test('keeps a folder, a pipe or a file where the exercise has something else', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('w'), { 'a/mine': 'm', b: 'm' });
    const report = await seedWorkspace(await withStarter(folder.at('x'), { a: 'x', 'b/c': 'x' }), {
      workspace: folder.at('w'),
    });
    expect(report).toMatchObject({ kept: ['a', 'b/c'] });
    expect(await readTree(folder.at('w'))).toEqual({ ...INSTRUCTIONS, 'a/mine': 'm', b: 'm' });
  });

  test('gets nothing from a config that nobody has checked', async () => {
    await using folder = await temporaryFolder();
    const exercise = await withStarter(folder.at('x'), {});
    await writeTree(folder.path, { 'x/evil': 'e' });
    const hostile = {
      ...exercise,
      config: { ...exercise.config, workspace: { starterFiles: ['../evil'], setupCommands: [] } },
    };
    const recorded = [
      { path: '../x/evil', sha256: '0' },
      { path: '/etc/passwd', sha256: '0' },
    ];
    await mkdir(folder.at('w'));
    await seedWorkspace(hostile, { workspace: folder.at('w'), recorded });
    expect(Object.keys(await readTree(folder.path)).filter((path) => path.includes('evil'))).toEqual(['x/evil']);
  });
});

describe('a seeding that was cut short', () => {
  test('is finished by the next, and its half-written files are gone', async () => {
    await using folder = await temporaryFolder();
    const half = '.af-seed-0123456789abcdef.tmp';
    await writeTree(folder.at('w'), { a: '1', [half]: 'ha', [`d/${half}`]: 'ha', '.af-seed-mine.tmp': 'm' });
    const report = await seedWorkspace(await withStarter(folder.at('x'), { a: '1', 'd/b': '2' }), {
      workspace: folder.at('w'),
    });
    expect(report).toMatchObject({ ...NOTHING, added: ['CLAUDE.md', 'd/b'] });
    expect(report.seeded).toHaveLength(3);
    expect(await readTree(folder.at('w'))).toEqual({ ...INSTRUCTIONS, a: '1', 'd/b': '2', '.af-seed-mine.tmp': 'm' });
  });
});

describe('a workspace that cannot be written', () => {
  test('is named, with the reason', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.path, { file: '' });
    const exercise = await withStarter(folder.at('x'), {});
    const error = await errorOf(seedWorkspace(exercise, { workspace: folder.at('file') }));
    expect(error).toMatchObject({ code: 'workspace_failed', facts: { path: folder.at('file'), reason: 'EEXIST' } });
  });
});
