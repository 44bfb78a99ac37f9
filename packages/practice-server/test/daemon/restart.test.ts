import { once } from 'node:events';
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { run, serveLessons, startExercise } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons, writeLessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { TestTerminal } from '../fixtures/wire/terminal.js';

const ORIGIN = 'http://localhost:3000';

/** A home with lessons in a folder of it. */
async function homeWithLessons(): Promise<Home> {
  const home = await Home.make();
  await writeLessons(home.in('site'), lessons(exercise()));
  return home;
}

describe('a daemon that was killed', () => {
  test('[practice-environment 2.2 server-crash] [practice-environment 2.2 reconnect] [practice-environment 3.3 list] [practice-environment 4.5 resumed] [practice-environment 4.5 server-crash] leaves its sessions to the next one: same ticket, same screen, typing goes on', async () => {
    await using home = await homeWithLessons();
    await using first = await serveLessons(home);
    const { port } = await first.discovery();
    const { wsUrl } = await startExercise(port);
    using before = new TestTerminal(wsUrl, { origin: ORIGIN });
    await before.attached();
    before.type('before=$((40 + 2)); echo sum $before\r');
    await before.shows('sum 42');
    expect(await first.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    expect((await before.ended()).code).toBe(1006);
    expect(await home.sessions()).toEqual(['af-first-steps']);

    await using second = await serveLessons(home);
    const { port: newPort } = await second.discovery();
    using after = new TestTerminal(wsUrl.replace(`:${port}/`, `:${newPort}/`), { origin: ORIGIN });
    await after.shows('sum 42');
    after.type('echo still $before\r');
    await after.shows('still 42');
    expect(await startExercise(newPort)).toMatchObject({
      status: 'resumed',
      wsUrl: wsUrl.replace(`:${port}/`, `:${newPort}/`),
    });
    await waitUntil('the new daemon says what it found', () => second.stderr.includes('1 exercise(s) from before'));
  });

  test('[practice-environment 2.2 server-crash] leaves a discovery file that misleads nobody', async () => {
    await using home = await homeWithLessons();
    await using first = await serveLessons(home);
    const stale = await first.discovery();
    await first.end('SIGKILL');
    expect(JSON.parse(await home.read('.af-practice-server.json')).pid).toBe(stale.pid);
    await using second = await serveLessons(home);
    expect((await second.discovery()).token).not.toBe(stale.token);
  });
});

describe('a daemon that is told to stop', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '[practice-environment 2.2 server-crash] [practice-environment 5.2 discovery] by %s lets pages go, leaves the sessions running and removes its discovery file',
    async (signal) => {
      await using home = await homeWithLessons();
      await using daemon = await serveLessons(home);
      const { port } = await daemon.discovery();
      using terminal = new TestTerminal((await startExercise(port)).wsUrl, { origin: ORIGIN });
      await terminal.attached();
      expect(await daemon.end(signal)).toEqual({ code: 0, signal: null });
      expect((await terminal.ended()).code).toBe(1001);
      expect(await home.sessions()).toEqual(['af-first-steps']);
      await expect(home.read('.af-practice-server.json')).rejects.toThrow('ENOENT');
    },
  );

  test('closes twice without harm', async () => {
    await using daemon = await TestDaemon.open();
    await Promise.all([daemon.daemon.close(), daemon.daemon.close()]);
  });
});

describe('the discovery file', () => {
  test('[practice-environment 5.2 discovery] is for its owner alone and names the port, the process, its start and the token', async () => {
    await using daemon = await TestDaemon.open();
    const file = daemon.home.in('.af-practice-server.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const discovery = JSON.parse(await readFile(file, 'utf8'));
    const { startedAt } = (await daemon.request('/health')).json;
    expect(discovery).toEqual({
      port: daemon.daemon.port,
      pid: process.pid,
      startedAt,
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await readdir(daemon.home.path)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  const useless = ['', '{"port": 31', '[]', '{"port": 0, "pid": 1, "startedAt": "", "token": ""}'];

  test('that is half written or of another kind is replaced', async () => {
    await using home = await homeWithLessons();
    for (const text of useless) {
      await writeFile(home.in('.af-practice-server.json'), text);
      await using daemon = await TestDaemon.open({ home, content: home.in('site') });
      expect(JSON.parse(await home.read('.af-practice-server.json')).port).toBe(daemon.daemon.port);
    }
  });

  test('that names the port of a foreign program, silent or talkative, is replaced', async () => {
    await using home = await homeWithLessons();
    for (const answer of [
      '',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
      'SSH-2.0-x\r\n',
    ]) {
      const foreign = createServer((socket) => void socket.on('error', () => {}).write(answer));
      foreign.listen(0, '127.0.0.1');
      await once(foreign, 'listening');
      const { port } = foreign.address() as AddressInfo;
      const stale = { port, pid: 1, startedAt: new Date().toISOString(), token: 'x'.repeat(43) };
      await writeFile(home.in('.af-practice-server.json'), JSON.stringify(stale));
      {
        await using daemon = await TestDaemon.open({ home, content: home.in('site') });
        expect(JSON.parse(await home.read('.af-practice-server.json')).port).toBe(daemon.daemon.port);
      }
      foreign.close();
    }
  });

  test('that names the port of a daemon of another home is replaced', async () => {
    await using other = await TestDaemon.open();
    await using home = await homeWithLessons();
    const stale = { port: other.daemon.port, pid: 1, startedAt: '2026-02-12T10:30:00.000Z', token: 'x'.repeat(43) };
    await writeFile(home.in('.af-practice-server.json'), JSON.stringify(stale));
    await using daemon = await TestDaemon.open({ home, content: home.in('site') });
    expect(JSON.parse(await home.read('.af-practice-server.json')).port).toBe(daemon.daemon.port);
  });

  test('of a successor is not removed by a daemon that closes', async () => {
    await using home = await homeWithLessons();
    const daemon = await TestDaemon.open({ home, content: home.in('site') });
    const successor = { port: 1, pid: 1, startedAt: 'x', token: 'x'.repeat(43) };
    await writeFile(home.in('.af-practice-server.json'), JSON.stringify(successor));
    await daemon[Symbol.asyncDispose]();
    expect(JSON.parse(await home.read('.af-practice-server.json'))).toEqual(successor);
  });
});

describe('the state database', () => {
  test('[practice-environment 2.2 data-loss] that is damaged is moved aside; sessions and workspaces go on', async () => {
    await using home = await homeWithLessons();
    {
      await using daemon = await TestDaemon.open({ home, content: home.in('site') });
      await daemon.start();
      await writeFile(home.workspace('first-steps', 'answer.txt'), 'mine');
    }
    for (const suffix of ['', '-wal', '-shm']) {
      const there = await stat(home.in('.af-practice', `state.db${suffix}`)).catch(() => undefined);
      if (there) await writeFile(home.in('.af-practice', `state.db${suffix}`), 'no database at all '.repeat(300));
    }
    await using daemon = await TestDaemon.open({ home, content: home.in('site') });
    expect(daemon.daemon.foundSessions).toBe(1);
    const started = await daemon.start();
    expect(started.status).toBe('resumed');
    await daemon.connect(started.wsUrl).attached();
    expect(await readFile(home.workspace('first-steps', 'answer.txt'), 'utf8')).toBe('mine');
    const aside = (await readdir(home.in('.af-practice'))).filter((name) => name.includes('damaged'));
    expect(aside.length).toBeGreaterThan(0);
  });

  test('[practice-environment 2.2 data-loss] that is cut short is moved aside', async () => {
    await using home = await homeWithLessons();
    {
      await using _daemon = await TestDaemon.open({ home, content: home.in('site') });
    }
    const file = await open(home.in('.af-practice', 'state.db'), 'r+');
    await file.truncate(100);
    await file.close();
    await using daemon = await TestDaemon.open({ home, content: home.in('site') });
    expect((await daemon.start()).status).toBe('created');
  });

  test('[practice-environment 2.2 data-loss] that another program holds is waited for and never moved aside', async () => {
    await using home = await homeWithLessons();
    await mkdir(home.in('.af-practice'));
    const holder = new Database(home.in('.af-practice', 'state.db'));
    holder.exec('begin exclusive');
    try {
      await expect(TestDaemon.open({ home, content: home.in('site') })).rejects.toThrow('locked');
    } finally {
      holder.close();
    }
    expect((await readdir(home.in('.af-practice'))).filter((name) => name.includes('damaged'))).toEqual([]);
    await using daemon = await TestDaemon.open({ home, content: home.in('site') });
    expect((await daemon.start()).status).toBe('created');
  });

  test('[practice-environment 2.2 data-loss] of a newer daemon is left as it is, and the student told to use that one', async () => {
    await using home = await homeWithLessons();
    {
      await using _daemon = await TestDaemon.open({ home, content: home.in('site') });
    }
    const path = home.in('.af-practice', 'state.db');
    const state = new Database(path);
    state.exec("insert into kysely_migration values ('999-later', '2030-01-01T00:00:00.000Z')");
    // What a log beside the file still held would come into it whenever it is opened next.
    state.pragma('wal_checkpoint(truncate)');
    state.close();
    const before = await readFile(path);
    const { code, stdout, stderr } = await run(home, ['--port', '0', '--no-open', '--agent', 'shell']);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      'The data in ~/.af-practice was written by a newer practice server. Run: npx @agent-factory/practice-server@latest\n',
    ]);
    expect((await readFile(path)).equals(before)).toBe(true);
    expect((await readdir(home.in('.af-practice'))).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  test('is free again where the daemon could not start', async () => {
    await using home = await homeWithLessons();
    await using other = await TestDaemon.open();
    const taken = { home, content: home.in('site'), ports: [other.daemon.port] };
    await expect(TestDaemon.open(taken)).rejects.toThrow('no_port');
    await using daemon = await TestDaemon.open({ home, content: home.in('site') });
    expect((await daemon.start()).status).toBe('created');
  });

  test('[practice-environment 2.2 server-crash] that knows nothing of a session takes it in, with a new ticket', async () => {
    await using home = await homeWithLessons();
    let old: string;
    {
      await using daemon = await TestDaemon.open({ home, content: home.in('site') });
      old = (await daemon.start()).wsUrl;
    }
    const state = new Database(home.in('.af-practice', 'state.db'));
    state.exec('delete from sessions');
    state.close();
    await using daemon = await TestDaemon.open({ home, content: home.in('site') });
    expect((await daemon.request('/exercises/sessions')).json.sessions).toMatchObject([{ exerciseId: 'first-steps' }]);
    const { wsUrl, status } = await daemon.start();
    expect([status, new URL(wsUrl).search === new URL(old).search]).toEqual(['resumed', false]);
    expect(new URL(wsUrl).searchParams.get('ticket')).toMatch(/^[\w-]{43}$/);
    await daemon.connect(wsUrl).attached();
  });
});
