import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { serveLessons, startExercise } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons, writeLessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { send } from '../fixtures/wire/http.js';
import { TestTerminal } from '../fixtures/wire/terminal.js';

const ORIGIN = 'http://localhost:3000';

/** Programs that sessions need, in a folder of the test's own, so that it can take one away. */
async function ownPrograms(home: Home): Promise<string> {
  const folder = home.in('programs');
  await mkdir(folder, { recursive: true });
  for (const name of ['sh', 'tmux', 'infocmp', 'stty', 'dd', 'od', 'tr', 'sleep', 'seq'])
    await symlink(`/usr/bin/${name}`, join(folder, name));
  return folder;
}

async function serverPid(daemon: TestDaemon): Promise<number> {
  return Number(await daemon.home.tmux('display-message', '-p', '#{pid}'));
}

async function listed(daemon: TestDaemon): Promise<string[]> {
  const { sessions } = (await daemon.request('/exercises/sessions')).json;
  return sessions.map(({ exerciseId }: { exerciseId: string }) => exerciseId);
}

/** Types into the session and sees what comes of it: the program is the one from before. */
async function remembers(daemon: TestDaemon, wsUrl: string): Promise<void> {
  const terminal = daemon.connect(wsUrl);
  await terminal.attached();
  terminal.type('echo still $before\r');
  await terminal.shows('still 42');
  await terminal.close();
}

async function startAndRemember(daemon: TestDaemon): Promise<string> {
  const { wsUrl } = await daemon.start();
  const terminal = daemon.connect(wsUrl);
  await terminal.attached();
  terminal.type('before=$((40 + 2)); echo sum $before\r');
  await terminal.shows('sum 42');
  await terminal.close();
  return wsUrl;
}

describe('a session that can not be asked', () => {
  test('[practice-environment 2.2 server-crash] is listed, and neither joined nor begun anew, while its tmux is stopped', async () => {
    await using daemon = await TestDaemon.open();
    const wsUrl = await startAndRemember(daemon);
    const pid = await serverPid(daemon);
    process.kill(pid, 'SIGSTOP');
    try {
      expect(await listed(daemon)).toEqual(['first-steps']);
      const { exercises } = (await daemon.request('/exercises')).json;
      expect(exercises[0]).toMatchObject({ running: true });
      const refused = await daemon.post('/exercises/start', { exerciseId: 'first-steps' });
      expect([refused.status, refused.json.error]).toEqual([500, 'session_failed']);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect((await daemon.start()).wsUrl).toBe(wsUrl);
    expect(await serverPid(daemon)).toBe(pid);
    await remembers(daemon, wsUrl);
  }, 60_000);

  test('[practice-environment 2.2 server-crash] gets its socket back where somebody has deleted it', async () => {
    await using daemon = await TestDaemon.open();
    const wsUrl = await startAndRemember(daemon);
    const pid = await serverPid(daemon);
    await rm(daemon.home.socket);
    expect(await listed(daemon)).toEqual(['first-steps']);
    expect((await daemon.start()).wsUrl).toBe(wsUrl);
    expect(await serverPid(daemon)).toBe(pid);
    await remembers(daemon, wsUrl);
  });

  test('[practice-environment 2.2 server-crash] is still there where its tmux is stopped and its socket deleted, and after a new daemon', async () => {
    await using home = await Home.make();
    const content = await writeLessons(home.in('site'), lessons(exercise()));
    const first = await TestDaemon.open({ home, content });
    const wsUrl = await startAndRemember(first);
    const pid = await serverPid(first);
    process.kill(pid, 'SIGSTOP');
    try {
      await rm(home.socket);
      expect(await listed(first)).toEqual(['first-steps']);
      await first[Symbol.asyncDispose]();
      await using second = await TestDaemon.open({ home, content });
      expect(second.daemon.foundSessions).toBe(1);
      expect(await listed(second)).toEqual(['first-steps']);
      const refused = await second.post('/exercises/start', { exerciseId: 'first-steps' });
      expect([refused.status, refused.json.error]).toEqual([500, 'session_failed']);
      process.kill(pid, 'SIGCONT');
      const resumed = await second.start();
      expect(new URL(resumed.wsUrl).search).toBe(new URL(wsUrl).search);
      expect(await serverPid(second)).toBe(pid);
      await remembers(second, resumed.wsUrl);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }, 60_000);

  test('[practice-environment 1.2 create] [practice-environment 3.3 exists] is not taken for one whose name only begins alike', async () => {
    const files = lessons(exercise({ id: 'chapter-1' }), exercise({ id: 'chapter-10' }));
    await using daemon = await TestDaemon.open({ files });
    const longer = await daemon.open('chapter-10');
    expect((await daemon.start('chapter-1')).status).toBe('created');
    expect((await daemon.post('/exercises/reset', { exerciseId: 'chapter-1' })).status).toBe(200);
    longer.type('echo sum $((40 + 2))\r');
    await longer.shows('sum 42');
  });

  test('[practice-environment 2.2 server-crash] survives a daemon that has no descriptors left', async () => {
    await using home = await Home.make();
    await using cli = await serveLessons(home);
    const { port } = await cli.discovery();
    const { wsUrl } = await startExercise(port);
    const list = () => send(`http://127.0.0.1:${port}/exercises/sessions`, {});
    // Kept open, so that a request still gets through when nothing new can be opened.
    const used = (await readdir(`/proc/${cli.pid}/fd`)).length;
    await limitDescriptors(cli.pid, used + 3);
    for (let count = 0; count < 3; count += 1) {
      const answer = await list().catch(() => undefined);
      if (answer?.status === 200) expect(answer.json.sessions).toHaveLength(1);
    }
    await limitDescriptors(cli.pid, 1024);
    expect((await list()).json.sessions).toMatchObject([{ exerciseId: 'first-steps' }]);
    expect(await home.sessions()).toEqual(['af-first-steps']);
    expect(await startExercise(port)).toMatchObject({ status: 'resumed', wsUrl });
    using terminal = new TestTerminal(wsUrl, { origin: ORIGIN });
    await terminal.attached();
  });

  test('[practice-environment 2.2 server-crash] is the same one after tmux was missing for a moment', async () => {
    await using home = await Home.make();
    const programs = await ownPrograms(home);
    const environment = { PATH: programs };
    await using daemon = await TestDaemon.open({
      home,
      environment,
      content: await writeLessons(home.in('site'), lessons(exercise())),
    });
    const wsUrl = await startAndRemember(daemon);
    await rename(join(programs, 'tmux'), join(programs, 'gone'));
    expect(await listed(daemon)).toEqual(['first-steps']);
    const refused = await daemon.post('/exercises/start', { exerciseId: 'first-steps' });
    expect(refused.status).toBeGreaterThanOrEqual(500);
    await rename(join(programs, 'gone'), join(programs, 'tmux'));
    expect((await daemon.start()).wsUrl).toBe(wsUrl);
    await remembers(daemon, wsUrl);
  });

  test('[practice-environment 1.2 destroy] is ended by a reset all the same, without the tmux program', async () => {
    await using home = await Home.make();
    const programs = await ownPrograms(home);
    const content = await writeLessons(home.in('site'), lessons(exercise()));
    await using daemon = await TestDaemon.open({ home, environment: { PATH: programs }, content });
    const terminal = await daemon.open();
    await rename(join(programs, 'tmux'), join(programs, 'gone'));
    expect((await daemon.post('/exercises/reset', { exerciseId: 'first-steps' })).status).toBe(200);
    expect(await terminal.ended()).toMatchObject({ code: 4000, reason: 'reset' });
    expect(await home.sessions()).toEqual([]);
  });
});

describe('a start that broke half way', () => {
  test('[practice-environment 2.2 data-loss] leaves no session behind where its record could not be written', async () => {
    await using daemon = await TestDaemon.open();
    const state = new Database(daemon.home.in('.af-practice', 'state.db'));
    state.exec("create trigger full before insert on sessions begin select raise(abort, 'no room'); end");
    expect((await daemon.post('/exercises/start', { exerciseId: 'first-steps' })).status).toBe(500);
    expect(await daemon.home.sessions()).toEqual([]);
    state.exec('drop trigger full');
    state.close();
    await daemon.open();
  });

  test('[practice-environment 2.2 server-crash] between session and record is joined by the next one', async () => {
    await using daemon = await TestDaemon.open();
    const before = await startAndRemember(daemon);
    const state = new Database(daemon.home.in('.af-practice', 'state.db'));
    state.exec('delete from sessions');
    state.close();
    const { wsUrl, status } = await daemon.start();
    expect([status, wsUrl === before]).toEqual(['resumed', false]);
    await remembers(daemon, wsUrl);
  });
});

describe('the sockets of sessions', () => {
  test('are in a folder that nobody else can open', async () => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    expect((await daemon.home.socketFolder()).mode & 0o777).toBe(0o700);
  });

  test('[practice-environment 2.2 server-crash] of an earlier version are found where they were', async () => {
    await using home = await Home.make();
    const content = await writeLessons(home.in('site'), lessons(exercise()));
    const mark = createHash('sha256').update(home.path).digest('hex').slice(0, 8);
    const started = spawn(
      'tmux',
      ['-L', `af-${mark}-first-steps`, 'new-session', '-d', '-s', 'af-first-steps', 'cat'],
      {
        env: home.environment,
        stdio: 'ignore',
      },
    );
    await once(started, 'exit');
    await using daemon = await TestDaemon.open({ home, content });
    expect(daemon.daemon.foundSessions).toBe(1);
    const { wsUrl, status } = await daemon.start();
    expect(status).toBe('resumed');
    const terminal = daemon.connect(wsUrl);
    await terminal.attached();
    terminal.type('sum 42\r');
    await terminal.shows('sum 42');
    expect((await daemon.post('/exercises/reset', { exerciseId: 'first-steps' })).status).toBe(200);
    await waitUntil('its socket is gone', async () =>
      (await readdir(`/tmp/tmux-${process.getuid?.()}`)).every((name) => !name.includes(mark)),
    );
    await daemon.open();
    expect(await home.sessions()).toEqual(['af-first-steps']);
  });

  test('have company that is no session, and it does no harm', async () => {
    await using daemon = await TestDaemon.open();
    const wsUrl = await startAndRemember(daemon);
    const { path } = await daemon.home.socketFolder();
    await writeFile(join(path, 'no-socket'), 'text');
    await mkdir(join(path, 'folder'));
    expect(await listed(daemon)).toEqual(['first-steps']);
    await remembers(daemon, wsUrl);
  });
});

/** As `prlimit` of util-linux does it to a program that runs. */
async function limitDescriptors(pid: number, count: number): Promise<void> {
  const [code] = await once(spawn('prlimit', ['--pid', String(pid), `--nofile=${count}:1024`]), 'exit');
  expect(code).toBe(0);
}
