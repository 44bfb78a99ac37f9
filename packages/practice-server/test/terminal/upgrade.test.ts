import { describe, expect, test } from 'vitest';
import { type Cli, serveLessons, startExercise } from '../fixtures/cli.js';
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
