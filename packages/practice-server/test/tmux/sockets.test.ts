import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Sockets } from '../../src/tmux/servers/sockets.js';
import { run } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';

const isRoot = process.getuid?.() === 0;
const SOMEBODY = 65_532;

describe('the folder of the sockets', () => {
  test.skipIf(!isRoot)(
    '[practice-environment 2.3 session-token] that another user has made is used by nothing: no list, no attach, no start',
    async () => {
      await using daemon = await TestDaemon.open();
      const { wsUrl } = await daemon.start();
      const { path } = await daemon.home.socketFolder();
      await chown(path, SOMEBODY, SOMEBODY);
      try {
        for (const command of [['sessions'], ['attach', 'first-steps']]) {
          await using other = await Home.make();
          const sockets = new Sockets({ home: other.path, folder: other.in('.af-practice', 'run') });
          await mkdir(sockets.folder, { recursive: true, mode: 0o700 });
          await chown(sockets.folder, SOMEBODY, SOMEBODY);
          const { code, stderr } = await run(other, command);
          expect([command, code]).toEqual([command, 1]);
          expect(stderr).toContain(`${sockets.folder} has to be a folder of yours`);
        }
        const refused = await daemon.post('/exercises/start', { exerciseId: 'first-steps' });
        expect([refused.status, refused.json.error]).toEqual([500, 'session_failed']);
        expect(refused.json.message).toContain('has to be a folder of yours');
        const terminal = daemon.connect(wsUrl);
        expect((await terminal.ended()).code).not.toBe(4000);
        expect(terminal.receivedBytes).toBe(0);
      } finally {
        await chown(path, 0, 0);
      }
      expect((await daemon.start()).wsUrl).toBe(wsUrl);
    },
  );

  test('that others can open is refused until it is closed', async () => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    const { path } = await daemon.home.socketFolder();
    await chmod(path, 0o755);
    expect((await daemon.post('/exercises/start', { exerciseId: 'first-steps' })).json.error).toBe('session_failed');
    await chmod(path, 0o700);
    await daemon.open();
  });

  test('[practice-environment 1.2 create] that was cleared away is made again for the next session', async () => {
    await using daemon = await TestDaemon.open();
    await rm((await daemon.home.socketFolder()).path, { recursive: true });
    await daemon.open();
  });
});

test.skipIf(!isRoot)(
  '[practice-environment 1.2 create] a program of another user that is called like our tmux is not taken for it',
  async () => {
    await using daemon = await TestDaemon.open();
    const script = 'exec -a tmux perl -e "sleep 60" -- -S "$1" new-session x';
    const other = spawn('bash', ['-c', script, 'bash', daemon.home.socket], {
      uid: SOMEBODY,
      gid: SOMEBODY,
      stdio: 'ignore',
    });
    try {
      await waitUntil('it is called so', async () => {
        return (await readFile(`/proc/${other.pid}/cmdline`, 'utf8')).startsWith('tmux');
      });
      await daemon.open();
    } finally {
      other.kill('SIGKILL');
    }
  },
);

test('a folder below /tmp goes with the last daemon, and stays as long as a session is there', async () => {
  await using outer = await Home.make();
  const long = outer.in('a-home-whose-path-is-so-long-that-no-socket-has-room-below-it'.repeat(2));
  await mkdir(long);
  const home = Home.at(long);
  const { path } = await folderOf(home, async (daemon) => {
    await daemon.start();
  });
  expect(path).toMatch(/^\/tmp\/af-practice-/);
  expect(await readdir(path)).not.toEqual([]);
  await folderOf(home, async (daemon) => {
    await daemon.post('/exercises/reset', { exerciseId: 'first-steps' });
  });
  await expect(readdir(path)).rejects.toThrow('ENOENT');
});

/** Lets a daemon of this home do something and close. Returns the folder of its sockets. */
async function folderOf(home: Home, act: (daemon: TestDaemon) => Promise<void>): Promise<{ path: string }> {
  await using daemon = await TestDaemon.open({ home });
  await act(daemon);
  return await home.socketFolder();
}

test.skipIf(!isRoot)(
  '[practice-environment 1.5 tmux-missing] a user without a name, as in a container, can have sessions',
  async () => {
    await using home = await Home.make();
    const code = `import { Sockets } from ${JSON.stringify(new URL('../../build/tmux/servers/sockets.js', import.meta.url).href)};
    process.setgid(54321); process.setuid(54321);
    const sockets = new Sockets({ home: 'x'.repeat(200), folder: 'x'.repeat(200) });
    await sockets.make(); sockets.check(); console.log(sockets.folder);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: '/', env: home.environment });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    const [exitCode] = await once(child, 'exit');
    await rm(output.trim(), { recursive: true, force: true });
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^\/tmp\/af-practice-54321-[0-9a-f]{8}\n$/)]);
  },
);
