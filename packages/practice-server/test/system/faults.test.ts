import { describe, expect, test } from 'vitest';
import { Faults } from '../../src/system/faults.js';
import type { Logger } from '../../src/system/log.js';
import { openTerminal } from '../../src/tmux/pty/pty.js';
import { waitUntil } from '../fixtures/wait-until.js';

/** What was logged as an error. */
function recordingLog(): { log: Logger; errors: unknown[] } {
  const errors: unknown[] = [];
  return { log: { error: (facts: object) => errors.push(facts) } as unknown as Logger, errors };
}

/** Takes what is not caught while the task runs, as the program does. */
async function whileHandling(faults: Faults, task: () => Promise<void>): Promise<void> {
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  const handle = (error: unknown): void => faults.handle(error);
  process.on('uncaughtException', handle);
  try {
    await task();
  } finally {
    process.off('uncaughtException', handle);
    for (const listener of others) process.on('uncaughtException', listener);
  }
}

describe('a failure that nobody expected', () => {
  const origins: Array<[string, () => void]> = [
    ['a timer', () => void setTimeout(() => fail('a timer'), 1)],
    ['an event of its own', () => void setImmediate(() => fail('an event of its own'))],
    [
      'what comes out of a terminal',
      () =>
        void openTerminal(
          ['sh', '-c', 'echo here'],
          { size: { cols: 80, rows: 24 }, environment: { PATH: '/usr/bin:/bin' }, cwd: '/', redraw: () => {} },
          { onData: () => fail('what comes out of a terminal'), onExit: () => {} },
        ),
    ],
    [
      'the end of a terminal',
      () =>
        void openTerminal(
          ['true'],
          { size: { cols: 80, rows: 24 }, environment: { PATH: '/usr/bin:/bin' }, cwd: '/', redraw: () => {} },
          { onData: () => {}, onExit: () => fail('the end of a terminal') },
        ),
    ],
  ];

  test.each(origins)('in %s is logged, counted, and ends what it belongs to', async (what, begin) => {
    const { log, errors } = recordingLog();
    const faults = new Faults(log);
    let ended = 0;
    let others = 0;
    await whileHandling(faults, async () => {
      faults.run({ name: 'another', end: () => (others += 1) }, () => setTimeout(() => {}, 50));
      faults.run({ name: 'af-one', end: () => (ended += 1) }, begin);
      await waitUntil('it was handled', () => ended > 0);
    });
    expect(faults.count).toBe(1);
    expect([ended, others]).toEqual([1, 0]);
    expect(errors).toMatchObject([{ owner: 'af-one', err: { message: `broken: ${what}` } }]);
  });
});

function fail(where: string): never {
  throw new Error(`broken: ${where}`);
}
