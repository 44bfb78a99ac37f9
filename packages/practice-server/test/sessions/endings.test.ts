import { describe, expect, test } from 'vitest';
import { ENDED_OPTION } from '../../src/tmux/servers/session-program.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { waitUntil } from '../fixtures/wait-until.js';
import type { TestTerminal } from '../fixtures/wire/terminal.js';

const IDS = ['one', 'two', 'three', 'four'];
/** `ROUNDS` takes another number, for who looks for a loss. */
const ROUNDS = Number(process.env.ROUNDS ?? 10);

/** Four exercises at once: what is lost at an end is lost when the machine is busy. */
function openFour(): Promise<TestDaemon> {
  return TestDaemon.open({ files: lessons(...IDS.map((id) => exercise({ id }))) });
}

/** Reads as a page does: everything is acknowledged as it comes. */
async function openReading(daemon: TestDaemon, exerciseId: string): Promise<TestTerminal> {
  const terminal = daemon.connect((await daemon.start(exerciseId)).wsUrl);
  terminal.socket.on('message', (_data, isBinary) => {
    if (isBinary && terminal.socket.readyState === terminal.socket.OPEN)
      terminal.send({ type: 'ack', bytes: terminal.receivedBytes });
  });
  await terminal.attached();
  return terminal;
}

/** An escape sequence that was begun and not ended. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const CUT = /\x1b(?:[[(]?[\d;:?<=>]*)$/;

/** Whether the session of `first-steps` has said that its program has ended, or is gone already. */
async function hasEnded(daemon: TestDaemon): Promise<boolean> {
  const ask = ['display-message', '-p', '-t', '=af-first-steps:', `#{session_name} #{${ENDED_OPTION}}`];
  const told = await daemon.home.tmux(...ask).catch(() => '');
  return told.trim() !== 'af-first-steps';
}

/** What stands behind the last time the screen was cleared. */
function lastScreen(output: string): string {
  return output.slice(output.lastIndexOf('\x1b[2J'));
}

describe('a program that ends', () => {
  test(
    '[terminal 2 last-bytes] has shown its last line to a page that reads, each time under load',
    async () => {
      await using daemon = await openFour();
      const endOnce = async (exerciseId: string): Promise<void> => {
        const terminal = await openReading(daemon, exerciseId);
        terminal.type('seq 1 100000; echo last $((40 + 2)); exit\r');
        expect(await terminal.ended()).toMatchObject({ code: 4000 });
        expect(terminal.frames.at(-1)).toEqual({ type: 'session_ended', reason: 'exited' });
        expect(terminal.output).not.toMatch(CUT);
        const screen = lastScreen(terminal.output);
        expect(screen).toContain('99999');
        expect(screen).toContain('100000');
        expect(screen).toContain('last 42');
      };
      for (let round = 0; round < ROUNDS; round += 1) await Promise.all(IDS.map(endOnce));
      await waitUntil('nothing is left', async () => (await daemon.home.sessions()).length === 0);
    },
    // A number of its own asks for time of its own.
    60_000 + ROUNDS * 10_000,
  );

  test('[terminal 2 last-bytes] has shown it to those who watch, and to a page that was held', async () => {
    await using daemon = await openFour();
    const held = daemon.connect((await daemon.start('one')).wsUrl);
    await held.attached();
    const watcher = daemon.connect((await daemon.start('one')).wsUrl);
    await watcher.attached();
    held.send({ type: 'ack', bytes: 0 });
    held.type('seq 1 300000; echo last $((40 + 2)); exit\r');
    for (const terminal of [held, watcher]) {
      expect((await terminal.ended()).code).toBe(4000);
      expect(lastScreen(terminal.output)).toContain('last 42');
    }
  });

  test('[practice-environment 1.2 create] makes room: a start in that moment begins anew, and its page gets in', async () => {
    await using daemon = await TestDaemon.open();
    for (let round = 0; round < 24; round += 1) {
      const terminal = await daemon.open();
      terminal.type('exit\r');
      // From before the shell has heard of it until after everybody has.
      await new Promise((resolve) => setTimeout(resolve, 4 * round));
      const isOver = await hasEnded(daemon);
      const next = daemon.connect((await daemon.start()).wsUrl);
      await next.opened();
      next.type('echo sum $((40 + 2))\r');
      const first = await Promise.race([next.shows('sum 42'), next.ended()]);
      // Where the session had not said so yet it was joined: its end is told, or was so early that there is none to tell of.
      if (first !== true) expect([isOver, first.code]).toEqual([false, expect.toBeOneOf([4000, 4002])]);
      expect(await terminal.ended()).toMatchObject({ code: 4000 });
      await next.close();
    }
  }, 240_000);

  test('lets a pane of the student go alone', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.type(
      'tmux split-window true; while [ $(tmux list-panes | wc -l) -gt 1 ]; do sleep 0.05; done; echo panes $(tmux list-panes | wc -l)\r',
    );
    await terminal.shows('panes 1');
    expect(terminal.closed).toBeUndefined();
  });

  test('leaves no server behind where nobody looks', async () => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    await daemon.home.tmux('send-keys', '-t', '=af-first-steps:', 'exit', 'Enter');
    await waitUntil('it is gone', async () => (await daemon.home.sessions()).length === 0);
    expect((await daemon.start()).status).toBe('resumed');
  });
});
