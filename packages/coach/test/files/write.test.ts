import { spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, readlink, stat, utimes } from 'node:fs/promises';
import { MAX_FILE_BYTES } from '@agent-factory/protocol/coach';
import { expect, test } from 'vitest';
import { replaceFile } from '../../src/files/saving/replace-file.js';
import { temporaryName } from '../../src/files/saving/temporary.js';
import { TestProject } from './test-project.js';
import { told } from './told.js';

test('a file is written to the disk [coaching-backend FR-025] [coaching-backend 3.2]', async () => {
  await using project = await TestProject.make({ 'src/a.ts': 'old' });
  const saved = await project.files.writeFile('src/a.ts', 'new\n');
  expect(await project.read('src/a.ts')).toBe('new\n');
  const { content, readOnly, ...told } = await project.files.readFile('src/a.ts');
  expect(saved).toEqual(told);
});

test('a new file and the folders it needs are made', async () => {
  await using project = await TestProject.make();
  await project.files.writeFile('a/b/c.txt', 'x', { expectedVersion: null });
  expect(await project.read('a/b/c.txt')).toBe('x');
  expect(await readdir(project.at('a/b'))).toEqual(['c.txt']);
  await project.files.writeFile('a/b/d.txt', 'y');
  expect((await stat(project.at('a/b/c.txt'))).mode).toBe((await stat(project.at('a/b/d.txt'))).mode);
});

test('what has changed on the disk is not overwritten, unless it is said to be', async () => {
  await using project = await TestProject.make({ a: 'one' });
  const { version } = await project.files.readFile('a');
  await project.write('a', 'two');
  const now = await project.files.readFile('a');
  const conflict = { code: 'file_conflict', path: 'a', version: now.version };
  expect(await told(project.files.writeFile('a', 'mine', { expectedVersion: version }))).toEqual(conflict);
  expect(await told(project.files.writeFile('a', 'mine', { expectedVersion: null }))).toEqual(conflict);
  expect(await project.read('a')).toBe('two');
  await project.files.writeFile('a', 'mine', { expectedVersion: version, force: true });
  expect(await project.read('a')).toBe('mine');
});

test('a file that was deleted meanwhile is a conflict, too', async () => {
  await using project = await TestProject.make();
  const answer = told(project.files.writeFile('a', 'mine', { expectedVersion: 'f'.repeat(32) }));
  expect(await answer).toEqual({ code: 'file_conflict', path: 'a', version: null });
  expect(await readdir(project.root)).toEqual([]);
});

test('a save that is refused makes no folders for its file', async () => {
  await using project = await TestProject.make();
  const gone = project.files.writeFile('a/b/c', 'mine', { expectedVersion: 'f'.repeat(32) });
  expect(await told(gone)).toMatchObject({ code: 'file_conflict', version: null });
  const long = project.files.writeFile('a/b/c', 'x'.repeat(MAX_FILE_BYTES + 1));
  expect(await told(long)).toMatchObject({ reason: 'too_large' });
  expect(await readdir(project.root)).toEqual([]);
});

test('the content that is there already is no conflict, and is not written again', async () => {
  await using project = await TestProject.make({ a: 'same' });
  const before = await lstat(project.at('a'));
  await project.files.writeFile('a', 'same', { expectedVersion: null });
  expect((await lstat(project.at('a'))).ino).toBe(before.ino);
});

test('of two editors that save at once, one is told', async () => {
  await using project = await TestProject.make({ a: 'one' });
  const { version: expectedVersion } = await project.files.readFile('a');
  const contents = ['first', 'second'];
  const saves = await Promise.allSettled(
    contents.map((content) => project.files.writeFile('a', content, { expectedVersion })),
  );
  const won = saves.findIndex(({ status }) => status === 'fulfilled');
  expect(saves[1 - won]).toMatchObject({ status: 'rejected', reason: { code: 'file_conflict' } });
  expect(await project.read('a')).toBe(contents[won]);
});

test('of many who make one new file at once, one makes it', async () => {
  await using project = await TestProject.make();
  const saves = Array.from({ length: 20 }, (_, at) => project.files.writeFile('a', `${at}`, { expectedVersion: null }));
  const made = (await Promise.allSettled(saves)).filter(({ status }) => status === 'fulfilled');
  expect(made).toHaveLength(1);
  expect(await readdir(project.root)).toEqual(['a']);
});

test('a reader sees the old content or the new, never a part [workbench atomic-save]', async () => {
  const contents = ['a'.repeat(200_000), 'b'.repeat(300_000)];
  await using project = await TestProject.make({ a: contents[0] ?? '' });
  let isSaving = true;
  const saving = (async () => {
    for (let at = 0; at < 40; at += 1) await project.files.writeFile('a', contents[at % 2] ?? '');
    isSaving = false;
  })();
  while (isSaving) expect(contents).toContain(await project.read('a'));
  await saving;
});

test.each([
  ['Windows line ends', 'a\r\nb\r\n', 'a\nB\n', 'a\r\nB\r\n'],
  ['Windows line ends that the editor has kept', 'a\r\nb\r\n', 'a\r\nB\r\n', 'a\r\nB\r\n'],
  ['Unix line ends', 'a\nb\n', 'a\nB', 'a\nB'],
  ['mixed line ends', 'a\r\nb\n', 'a\r\nB\n', 'a\r\nB\n'],
  ['a byte order mark', '\ufeffa', 'b', '\ufeffb'],
  ['a byte order mark that the editor has kept', '\ufeffa', '\ufeffb', '\ufeffb'],
])('%s stay as they are', async (_name, old, content, expected) => {
  await using project = await TestProject.make({ a: old });
  await project.files.writeFile('a', content);
  expect(await project.read('a')).toBe(expected);
});

test('a file keeps its rights, and as far as the system lets us its owner [workbench atomic-save]', async () => {
  await using project = await TestProject.make({ 'run.sh': 'old' });
  await chmod(project.at('run.sh'), 0o751);
  if (process.getuid?.() === 0) await chown(project.at('run.sh'), 1234, 4321);
  const before = await stat(project.at('run.sh'));
  await project.files.writeFile('run.sh', 'new');
  const { mode, uid, gid } = await stat(project.at('run.sh'));
  expect({ mode, uid, gid }).toEqual({ mode: before.mode, uid: before.uid, gid: before.gid });
});

test('a save through a link changes what it points to, and the link stays [workbench atomic-save]', async () => {
  await using project = await TestProject.make({ 'src/a.ts': 'old' });
  await project.link('alias.ts', 'src/a.ts');
  await project.files.writeFile('alias.ts', 'new');
  expect(await readlink(project.at('alias.ts'))).toBe('src/a.ts');
  expect(await project.read('src/a.ts')).toBe('new');
});

test('what could not be read again is not written', async () => {
  await using project = await TestProject.make({ a: 'x' });
  expect(await told(project.files.writeFile('a.png', 'x'))).toMatchObject({ reason: 'binary' });
  const long = 'ä'.repeat(MAX_FILE_BYTES / 2 + 1);
  expect(await told(project.files.writeFile('a', long))).toMatchObject({ reason: 'too_large' });
  expect(await readdir(project.root)).toEqual(['a']);
});

test('what a crash has left half-written is cleared away at the next save, and nothing else', async () => {
  const [old, young] = ['.af-save-0123456789abcdef.tmp', '.af-save-fedcba9876543210.tmp'];
  await using project = await TestProject.make({ [old]: 'half', [young]: 'half', '.af-save-mine.tmp': 'mine' });
  await utimes(project.at(old), 0, 0);
  await utimes(project.at('.af-save-mine.tmp'), 0, 0);
  await project.files.writeFile('a', 'x');
  expect((await readdir(project.root)).sort()).toEqual(['.af-save-mine.tmp', young, 'a'].sort());
  await utimes(project.at(young), 0, 0);
  await project.files.writeFile('b', 'x');
  expect((await readdir(project.root)).sort()).toEqual(['.af-save-mine.tmp', 'a', 'b']);
});

test('what a process has left half-written that is gone is cleared away at once, also where its number is taken again', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const written = (pid: number, run = '01234567') => `.af-save-${pid}-${run}89abcdef.tmp`;
  // One of ours, and one of a process that runs: both may be written just now.
  const [ours, parents] = [temporaryName(), written(process.ppid)];
  await using project = await TestProject.make();
  for (const name of [written(gone), written(process.pid), ours, parents]) await project.write(name, 'half');
  await project.files.writeFile('a', 'x');
  expect((await readdir(project.root)).sort()).toEqual([ours, parents, 'a'].sort());
});

test('our own write is recognised, and only as long as it is what is there', async () => {
  await using project = await TestProject.make({ a: 'x' });
  const { version } = await project.files.writeFile('a', 'mine');
  const look = () => lstat(project.at('a'), { bigint: true });
  expect(project.files.ownVersion(project.at('a'), await look())).toBe(version);
  await project.write('a', 'other');
  expect(project.files.ownVersion(project.at('a'), await look())).toBeUndefined();
});

test('a folder in the place of the file is said plainly', async () => {
  await using project = await TestProject.make();
  await mkdir(project.at('a'));
  expect(await told(project.files.writeFile('a', 'x'))).toMatchObject({
    code: 'file_unsuitable',
    reason: 'not_a_file',
  });
});

/** Lets so many turns pass, or fewer if something is over by then; how many there were. */
async function pass(turns: number, something: Promise<unknown>): Promise<number> {
  let isOver = false;
  void something.finally(() => (isOver = true));
  let passed = 0;
  for (; passed < turns && !isOver; passed += 1) await new Promise((resolve) => setImmediate(resolve));
  return passed;
}

test('what another program puts there while a file is saved is never lost, whenever it comes', async () => {
  await using project = await TestProject.make({ a: 'old' });
  for (let round = 0; round < 100; round += 1) {
    await project.write('theirs', 'theirs');
    const before = project.files.writeFile('a', `old ${round}`);
    const turns = await pass(Number.POSITIVE_INFINITY, before);
    const expectedVersion = (await before).version;
    const saving = project.files.writeFile('a', `mine ${round}`, { expectedVersion }).catch(() => undefined);
    // Towards the end of the save, by what the last one has taken.
    await pass(turns * (0.7 + (round % 40) / 100), saving);
    renameSync(project.at('theirs'), project.at('a'));
    await saving;
    expect(await project.read('a'), `in round ${round}`).toBe('theirs');
  }
});

test('what another program makes or changes at the last moment is not replaced', async () => {
  await using project = await TestProject.make({ a: 'old' });
  const replacement = { folder: project.root, name: 'a', bytes: Buffer.from('mine') };
  const old = await lstat(project.at('a'), { bigint: true });
  await project.write('a', 'theirs');
  expect(await replaceFile({ ...replacement, old })).toBeUndefined();
  expect(await replaceFile({ ...replacement, old: undefined })).toBeUndefined();
  expect(await project.read('a')).toBe('theirs');
  expect(await readdir(project.root)).toEqual(['a']);
});
