import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type Cli, serveLessons, startExercise } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { send } from '../fixtures/wire/http.js';
import { MALFORMED_FRAME, OVERSIZED_FRAME, RawTerminal } from '../fixtures/wire/raw-terminal.js';

const frames = [
  ['a malformed frame', MALFORMED_FRAME],
  ['an oversized frame', OVERSIZED_FRAME],
] as const;

async function isWell(daemon: Cli, port: number): Promise<void> {
  expect((await send(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  expect([daemon.process.exitCode, daemon.stderr]).toEqual([null, expect.not.stringContaining('    at ')]);
}

describe('a WebSocket at a path that nobody serves', () => {
  const REFUSAL = 'There is no WebSocket at this path';

  test('is refused with 404 and words', async () => {
    await using daemon = await TestDaemon.open();
    using terminal = await RawTerminal.open(`${daemon.url}/nothing`);
    terminal.write(terminal.upgrade);
    await terminal.receives('HTTP/1.1 404 ');
    await terminal.receives(REFUSAL);
    await terminal.closed();
  });

  test('is refused so that a client reads why and meets no reset, however much it has sent', async () => {
    await using daemon = await TestDaemon.open();
    using terminal = await RawTerminal.open(`${daemon.url}/nothing`);
    const failed: unknown[] = [];
    terminal.socket.on('error', (error) => failed.push(error));
    // More than the system keeps for a reader who does not read.
    terminal.write(terminal.upgrade, Buffer.alloc(16 * 1024 * 1024));
    await terminal.closed();
    await terminal.receives(REFUSAL);
    expect(failed).toEqual([]);
  });

  test('ends with the connection and not with the daemon where the client resets it', async () => {
    await using home = await Home.make();
    await using daemon = await serveLessons(home);
    const { port } = await daemon.discovery();
    using terminal = await RawTerminal.open(`http://127.0.0.1:${port}/nothing`);
    const refused = once(terminal.socket, 'data');
    terminal.write(terminal.upgrade);
    await refused;
    terminal.socket.resetAndDestroy();
    await isWell(daemon, port);
    expect((await send(`http://127.0.0.1:${port}/health`)).json.faults).toBe(0);
  });
});

describe.each(frames)('%s', (_what, broken) => {
  test('[practice-environment 2.3 session-token] after a refused upgrade ends the connection and not the daemon', async () => {
    await using home = await Home.make();
    await using daemon = await serveLessons(home);
    const { port } = await daemon.discovery();
    const { wsUrl } = await startExercise(port);
    const refused = [
      [`${wsUrl}x`, 'ticket_invalid'],
      [wsUrl.replace('af-first-steps', 'af-nothing'), 'session_not_found'],
    ] as const;
    for (const [url, code] of refused) {
      using terminal = await RawTerminal.open(url);
      terminal.write(terminal.upgrade);
      await terminal.receives(code);
      terminal.write(broken);
      await terminal.closed();
      await isWell(daemon, port);
    }
  });

  test('[practice-environment 2.3 session-token] while the ticket is looked up ends the connection and not the daemon', async () => {
    await using home = await Home.make();
    await using daemon = await serveLessons(home);
    const { port } = await daemon.discovery();
    const { wsUrl } = await startExercise(port);
    for (const url of [wsUrl, `${wsUrl}x`, wsUrl.replace('af-first-steps', 'af-nothing')]) {
      using terminal = await RawTerminal.open(url);
      terminal.write(terminal.upgrade, broken);
      await terminal.closed();
      await isWell(daemon, port);
    }
  });
});
