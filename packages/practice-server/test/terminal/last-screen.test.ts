import { expect, test } from 'vitest';
import { allDrawn } from '../../src/terminal/last-screen.js';

const TTY = '/dev/pts/7';

test('a screen is drawn when nothing has come between two answers of tmux, all of which was read', async () => {
  const client = { tty: TTY, receivedBytes: 0 };
  /** What had arrived at each answer, and what tmux had written by then. */
  const looks = [
    [0, 0],
    [5, 9],
    [9, 9],
    [14, 14],
    [14, 14],
    [20, 20],
  ];
  let asked = 0;
  await allDrawn([client], async () => {
    const [received = 0, written = 0] = looks[asked] ?? [];
    asked += 1;
    client.receivedBytes = received;
    return new Map([[TTY, written]]);
  });
  expect(asked).toBe(5);
});

test('without a page nobody asks tmux', async () => {
  await allDrawn([], () => Promise.reject(new Error('nobody is there')));
});
