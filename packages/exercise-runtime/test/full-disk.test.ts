import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runCommand } from '@agent-factory/subprocess';
import { expect, test } from 'vitest';
import { temporaryFolder, withCheck, withStarter, writeTree } from './support.js';

/** A mount that only its own processes see; Linux gives it to every user where it is not forbidden. */
const CAN_MOUNT = spawnSync('unshare', ['-rm', 'true'], { env: { PATH: '/usr/bin:/bin' } }).status === 0;
const BUILT = fileURLToPath(new URL('../dist/index.js', import.meta.url));

const LIMITS = { env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }, timeoutMs: 20_000, maxOutputBytes: 10_000 };

const PROGRAM = `
import { readdirSync, rmSync } from 'node:fs';
const { loadExercise, seedWorkspace } = await import(process.argv[2]);
const [dir, workspace] = process.argv.slice(3);
const exercise = await loadExercise(dir, 'demo');
const seed = () => seedWorkspace(exercise, { workspace }).then((report) => report.added, (error) => ({ code: error.code, facts: error.facts }));
const full = await seed();
const left = readdirSync(workspace);
rmSync(workspace + '/filler');
console.log(JSON.stringify({ full, left, again: await seed() }));
`;

test.skipIf(!CAN_MOUNT)(
  'on a full disk seeding says so, leaves nothing half-written, and is finished once there is space',
  async () => {
    await using folder = await temporaryFolder();
    await withStarter(folder.at('x'), { big: 'b'.repeat(20_000) });
    await mkdir(folder.at('disk'));
    await writeFile(folder.at('program.mjs'), PROGRAM);
    const script =
      'mount -t tmpfs -o size=64k tmpfs "$1" && head -c 50000 /dev/zero > "$1/filler" && exec "$2" "$3" "$4" "$5" "$1"';
    const args = ['sh', folder.at('disk'), process.execPath, folder.at('program.mjs'), BUILT, folder.at('x')];
    const result = await runCommand('unshare', ['-rm', 'sh', '-c', script, ...args], LIMITS);
    expect(result.stderr).toBe('');
    expect(JSON.parse(result.stdout)).toEqual({
      full: { code: 'storage_full', facts: { path: folder.at('disk', 'big') } },
      left: expect.not.arrayContaining([expect.stringContaining('.af-seed-')]),
      again: ['big'],
    });
  },
);

const ARCHIVING = `
import { readdirSync, rmSync } from 'node:fs';
const { archiveWorkspace, prepareArchive } = await import(process.argv[2]);
const [workspace, archiveDir] = process.argv.slice(3);
const told = (action) => action.then(() => 'done', (error) => error.code);
const options = { workspace, archiveDir, id: 'demo', now: new Date() };
const prepared = await told(prepareArchive(options));
const moved = await told(archiveWorkspace(workspace, archiveDir, 'demo', new Date()));
const left = [readdirSync(workspace).sort(), readdirSync(archiveDir)];
rmSync(archiveDir + '/filler');
const again = await told(archiveWorkspace(workspace, archiveDir, 'demo', new Date()));
console.log(JSON.stringify({ prepared, moved, left, again }));
`;

test.skipIf(!CAN_MOUNT)('an archive on another disk that has no room is told before anything is moved', async () => {
  await using folder = await temporaryFolder();
  await writeTree(folder.at('w'), { big: 'b'.repeat(40_000), 'deep/small': 's' });
  await mkdir(folder.at('disk'));
  await writeFile(folder.at('program.mjs'), ARCHIVING);
  const script =
    'mount -t tmpfs -o size=128k tmpfs "$1" && head -c 90000 /dev/zero > "$1/filler" && exec "$2" "$3" "$4" "$5" "$1"';
  const args = ['sh', folder.at('disk'), process.execPath, folder.at('program.mjs'), BUILT, folder.at('w')];
  const result = await runCommand('unshare', ['-rm', 'sh', '-c', script, ...args], LIMITS);
  expect(result.stderr).toBe('');
  expect(JSON.parse(result.stdout)).toEqual({
    prepared: 'storage_full',
    moved: 'storage_full',
    left: [['big', 'deep'], ['filler']],
    again: 'done',
  });
});

const FILLING = `
import { readdirSync, statSync, writeFileSync } from 'node:fs';
const { prepareArchive } = await import(process.argv[2]);
const [workspace, archiveDir] = process.argv.slice(3);
const prepared = await prepareArchive({ workspace, archiveDir, id: 'demo', now: new Date() });
writeFileSync(archiveDir + '/filler', Buffer.alloc(90_000));
const moved = await prepared.move().then(() => 'done', (error) => error.code);
console.log(JSON.stringify({ moved, left: [readdirSync(workspace).sort(), readdirSync(archiveDir)], size: statSync(workspace + '/big').size }));
`;

test.skipIf(!CAN_MOUNT)('an archive that is full half way leaves the workspace whole and no half copy', async () => {
  await using folder = await temporaryFolder();
  await writeTree(folder.at('w'), { big: 'b'.repeat(40_000), 'a/small': 's' });
  await mkdir(folder.at('disk'));
  await writeFile(folder.at('program.mjs'), FILLING);
  const script = 'mount -t tmpfs -o size=128k tmpfs "$1" && exec "$2" "$3" "$4" "$5" "$1"';
  const args = ['sh', folder.at('disk'), process.execPath, folder.at('program.mjs'), BUILT, folder.at('w')];
  const result = await runCommand('unshare', ['-rm', 'sh', '-c', script, ...args], LIMITS);
  expect(result.stderr).toBe('');
  expect(JSON.parse(result.stdout)).toEqual({ moved: 'storage_full', left: [['a', 'big'], ['filler']], size: 40_000 });
});

const WRITING_MEANWHILE = `
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
const { prepareArchive } = await import(process.argv[2]);
const [workspace, archiveDir] = process.argv.slice(3);
const prepared = await prepareArchive({ workspace, archiveDir, id: 'demo', now: new Date() });
const moving = prepared.move().then(() => 'done', (error) => error.code);
let copied = [];
while (copied.length < 2) copied = await readdir(prepared.path).catch(() => []);
writeFileSync(workspace + '/' + copied[0], Buffer.alloc(200_000));
const moved = await moving;
console.log(JSON.stringify({ moved, left: readdirSync(workspace).length, size: statSync(workspace + '/' + copied[0]).size, archive: readdirSync(archiveDir) }));
`;

test.skipIf(!CAN_MOUNT)(
  'an archive that has no room for what is written meanwhile leaves that where it was',
  async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('w'), Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, ''])));
    await mkdir(folder.at('disk'));
    await writeFile(folder.at('program.mjs'), WRITING_MEANWHILE);
    const script = 'mount -t tmpfs -o size=128k tmpfs "$1" && exec "$2" "$3" "$4" "$5" "$1"';
    const args = ['sh', folder.at('disk'), process.execPath, folder.at('program.mjs'), BUILT, folder.at('w')];
    const result = await runCommand('unshare', ['-rm', 'sh', '-c', script, ...args], LIMITS);
    expect(result.stderr).toBe('');
    expect(JSON.parse(result.stdout)).toEqual({ moved: 'storage_full', left: 200, size: 200_000, archive: [] });
  },
);

test.skipIf(!CAN_MOUNT)('a full disk is no failure of the student where a check needs to write', async () => {
  await using folder = await temporaryFolder();
  await mkdir(folder.at('disk'));
  const program = `const { checkWork, loadExercise } = await import(process.argv[2]);
    const exercise = await loadExercise(process.argv[3], 'demo');
    console.log(JSON.stringify(await checkWork(exercise, { workspace: process.argv[4], env: process.env })));`;
  await writeFile(folder.at('program.mjs'), program);
  await withCheck(folder.at('x'), 'head -c 9000 /dev/zero > out || exit 3; echo never');
  const script =
    'mount -t tmpfs -o size=16k tmpfs "$1" && head -c 12000 /dev/zero > "$1/mine" && "$2" "$3" "$4" "$5" "$1"; wc -c < "$1/mine"';
  const args = ['sh', folder.at('disk'), process.execPath, folder.at('program.mjs'), BUILT, folder.at('x')];
  const { stdout } = await runCommand('unshare', ['-rm', 'sh', '-c', script, ...args], LIMITS);
  const [result = '', size] = stdout.trim().split('\n');
  expect(JSON.parse(result)).toMatchObject({ status: 'error', error: { code: 'check_crashed' } });
  expect(JSON.parse(result).output).toContain('No space left');
  expect(Number(size)).toBe(12_000);
});
