import { once } from 'node:events';
import { Agent, type IncomingMessage, request, Server } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { type Cli, run, serveLessons, startExercise } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { isAlive } from '../fixtures/machine/processes.js';
import { send } from '../fixtures/wire/http.js';
import { closeFrame, RawTerminal } from '../fixtures/wire/raw-terminal.js';
import { TestTerminal } from '../fixtures/wire/terminal.js';

const ORIGIN = 'http://localhost:3000';
const GOING_AWAY = closeFrame(1001);
/** The grace of two seconds, and many more for busy cores; clients that never answer are waited for 30 s without it. */
const SECONDS_MS = 15_000;

/** A client that is attached and will answer nothing more. */
async function muteTerminal(wsUrl: string): Promise<RawTerminal> {
  const terminal = await RawTerminal.open(wsUrl);
  terminal.write(terminal.upgrade);
  await terminal.receives('101 Switching Protocols');
  terminal.sendFrame({ type: 'resize', cols: 80, rows: 24 });
  await terminal.receives('attached');
  return terminal;
}

async function endsSoon(daemon: Cli): Promise<void> {
  const asked = performance.now();
  expect(await daemon.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(performance.now() - asked).toBeLessThan(SECONDS_MS);
}

describe('a daemon that closes', () => {
  test('[practice-environment 2.2 server-crash] tells a page that never said its size too, and does not wait for that', async () => {
    await using home = await Home.make();
    await using daemon = await serveLessons(home);
    const { port } = await daemon.discovery();
    using terminal = new TestTerminal((await startExercise(port)).wsUrl, { origin: ORIGIN, size: null });
    await terminal.opened();
    await endsSoon(daemon);
    expect((await terminal.ended()).code).toBe(1001);
  });

  test('[practice-environment 2.2 server-crash] does not wait for a page that never answers, and lets nobody in meanwhile', async () => {
    await using home = await Home.make();
    await using daemon = await serveLessons(home);
    const { port } = await daemon.discovery();
    const { wsUrl } = await startExercise(port);
    using mute = await muteTerminal(wsUrl);
    using late = await RawTerminal.open(wsUrl);
    const request = late.upgrade;
    late.write(request.slice(0, -2));
    // Answered behind what came before it: the daemon has the half request.
    await send(`http://127.0.0.1:${port}/health`);
    const ended = endsSoon(daemon);
    await mute.receives(GOING_AWAY);
    late.write(request.slice(-2));
    await late.receives('shutting_down');
    await late.closed();
    await ended;
  });

  test('[practice-environment 2.2 server-crash] has ended when stop says so', async () => {
    await using home = await Home.make();
    await using daemon = await serveLessons(home);
    const { port } = await daemon.discovery();
    using mute = await muteTerminal((await startExercise(port)).wsUrl);
    const asked = performance.now();
    expect((await run(home, ['stop'])).code).toBe(0);
    expect(await isAlive(daemon.pid)).toBe(false);
    expect(performance.now() - asked).toBeLessThan(SECONDS_MS + 1000);
    expect(await daemon.exited()).toEqual({ code: 0, signal: null });
    await mute.receives(GOING_AWAY);
  });

  test('does not wait for a connection that a browser keeps although what came over it has ended', async () => {
    const listen = vi.spyOn(Server.prototype, 'listen');
    await using practice = await TestDaemon.open();
    // Nobody counts how long the connection has been idle, nor the grace: only looking for it ends the wait.
    for (const server of listen.mock.contexts as Server[]) server.keepAliveTimeout = 0;
    listen.mockRestore();
    const browser = new Agent({ keepAlive: true });
    const asked = request(`${practice.url}/events`, { agent: browser, headers: { Origin: practice.origin } }).end();
    const [stream] = (await once(asked, 'response')) as [IncomingMessage];
    stream.resume();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      await practice.daemon.close();
    } finally {
      vi.useRealTimers();
      browser.destroy();
    }
    expect(stream.complete).toBe(true);
  });
});
