import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runCommand } from '@agent-factory/subprocess';
import { expect, test } from 'vitest';
import { temporaryFolder, withStarter } from './support.js';

/** A mount that only its own processes see; Linux gives it to every user where it is not forbidden. */
const CAN_MOUNT = spawnSync('unshare', ['-rm', 'true'], { env: { PATH: '/usr/bin:/bin' } }).status === 0;
const BUILT = fileURLToPath(new URL('../dist/index.js', import.meta.url));

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
    const result = await runCommand('unshare', ['-rm', 'sh', '-c', script, ...args], {
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      timeoutMs: 20_000,
      maxOutputBytes: 10_000,
    });
    expect(result.stderr).toBe('');
    expect(JSON.parse(result.stdout)).toEqual({
      full: { code: 'storage_full', facts: { path: folder.at('disk', 'big') } },
      left: expect.not.arrayContaining([expect.stringContaining('.af-seed-')]),
      again: ['big'],
    });
  },
);
