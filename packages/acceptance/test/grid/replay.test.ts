import { expect, it } from 'vitest';
import { replayedScreen } from '../../src/grid/replay.js';

it('a recording that is played ends with its last screen, in its last size', async () => {
  const cast = [
    JSON.stringify({ version: 3, term: { cols: 20, rows: 5 } }),
    '# a remark',
    JSON.stringify([0, 'o', 'first']),
    JSON.stringify([1, 'i', 'typed']),
    JSON.stringify([1, 'r', '6x2']),
    JSON.stringify([0.5, 'o', '\x1b[H\x1b[2Jlast']),
  ].join('\n');
  const { cols, rows, cells } = await replayedScreen(cast);
  expect([cols, rows]).toEqual([6, 2]);
  expect(cells[0]?.map(({ chars }) => chars || ' ').join('')).toBe('last  ');
});
