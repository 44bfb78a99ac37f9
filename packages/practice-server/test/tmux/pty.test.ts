import { describe, expect, test } from 'vitest';
import { openTerminal, type TerminalProcess } from '../../src/tmux/pty/pty.js';
import { SYSTEM_PATH } from '../fixtures/machine/programs.js';
import { waitUntil } from '../fixtures/wait-until.js';

const ENVIRONMENT = { PATH: SYSTEM_PATH };

/** A program in a PTY, and what came of it. */
function open(script: string) {
  const seen = { bytes: 0, output: '', drawn: [] as string[], exit: undefined as number | undefined };
  const redraw = (tty: string) => seen.drawn.push(tty);
  const options = { size: { cols: 80, rows: 24 }, environment: ENVIRONMENT, cwd: '/', redraw };
  const terminal: TerminalProcess = openTerminal(['sh', '-c', script], options, {
    onData: (data) => {
      seen.bytes += data.length;
      if (seen.bytes < 1000) seen.output += data.toString();
    },
    onExit: (exitCode) => {
      seen.exit = exitCode;
    },
  });
  return { terminal, seen };
}

describe('a program in a PTY', () => {
  test('[terminal 2 last-bytes] that ends while it is paused is read to its end', async () => {
    const { terminal, seen } = open('stty raw -echo; printf ready; read line; head -c 3000 /dev/zero; exit 3');
    await waitUntil('it runs', () => seen.bytes === 5);
    terminal.pause();
    terminal.write(Buffer.from('\n'));
    await waitUntil('it has ended', () => seen.exit !== undefined);
    expect(seen).toMatchObject({ bytes: 3005, exit: 3 });
  });

  test('[terminal 2 input] that does not read asks for patience, and gets every byte once it reads', async () => {
    const { terminal, seen } = open('stty raw -echo; printf ready; sleep 0.3; head -c 2000000 | wc -c; exit 0');
    await waitUntil('it runs', () => seen.bytes >= 5);
    const patience: Promise<void>[] = [];
    for (let count = 0; count < 20; count += 1) {
      const wait = terminal.write(Buffer.alloc(100_000, 'x'));
      if (wait !== undefined) patience.push(wait);
    }
    expect(patience.length).toBeGreaterThan(10);
    await Promise.all(patience);
    await waitUntil('it has ended', () => seen.exit === 0);
  });

  test('[terminal 2 last-bytes] gives every byte, however much waits in the terminal at its end', async () => {
    for (const bytes of [3000, 5000, 12_000, 30_000, 60_000]) {
      const { seen } = open(`stty raw -echo; head -c ${bytes} /dev/zero; exit 3`);
      await waitUntil('it has ended', () => seen.exit !== undefined);
      expect(seen).toMatchObject({ bytes, exit: 3 });
    }
  });

  test('takes whatever is asked of it between its end and the news of it, and does nothing', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { terminal, seen } = open('stty raw -echo; printf ready; read line');
      await waitUntil('it runs', () => seen.bytes >= 5);
      terminal.write(Buffer.from('\n'));
      let turns = 0;
      while (seen.exit === undefined) {
        turns += 1;
        terminal.resize({ cols: 80 + (turns % 7), rows: 24 });
        terminal.pause();
        terminal.resume();
        terminal.write(Buffer.from('x'));
        await new Promise(setImmediate);
      }
      terminal.resize({ cols: 90, rows: 30 });
      terminal.drain();
      terminal.redraw();
      terminal.dispose();
    }
  });

  test('is drawn anew by the name of its terminal, as long as it is there', async () => {
    const { terminal, seen } = open('stty raw -echo; printf ready; tty; sleep 60');
    await waitUntil('it runs', () => seen.output.endsWith('\n'));
    terminal.redraw();
    expect(seen.drawn).toEqual([seen.output.slice('ready'.length).trim()]);
    terminal.dispose();
    terminal.redraw();
    expect(seen.drawn.length).toBe(1);
  });

  test('that is let go answers whoever still waits', async () => {
    const { terminal, seen } = open('stty raw -echo; printf ready; sleep 60');
    await waitUntil('it runs', () => seen.bytes === 5);
    const patience = terminal.write(Buffer.alloc(1_000_000));
    expect(patience).toBeDefined();
    // A process that waits for its own turn would show how long the write took.
    const turn = performance.now();
    await new Promise(setImmediate);
    expect(performance.now() - turn).toBeLessThan(10_000);
    terminal.dispose();
    await patience;
    await terminal.flushed();
  });
});
