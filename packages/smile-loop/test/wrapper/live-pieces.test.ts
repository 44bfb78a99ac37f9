import { expect, it } from 'vitest';
import { type LiveMessage, LivePieces } from '../../src/wrapper/live-pieces.js';

it('joins pieces of one text, and keeps the end of a flood', () => {
  const sent: LiveMessage[] = [];
  const live = new LivePieces((message) => sent.push(message));
  for (let count = 0; count < 20_000; count += 1) live.add({ kind: 'text', text: `line ${count}\n` });
  live.flush();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.pieces).toHaveLength(1);
  expect(JSON.stringify(sent[0]).length).toBeLessThan(30_000);
  expect(JSON.stringify(sent[0])).toContain('line 19999');
});

it('counts what it leaves out', () => {
  const sent: LiveMessage[] = [];
  const live = new LivePieces((message) => sent.push(message));
  for (let count = 0; count < 1000; count += 1) live.add({ kind: 'command_start', command: 'x'.repeat(5000) });
  live.flush();
  const [{ pieces, dropped } = { pieces: [], dropped: 0 }] = sent;
  expect(pieces.length + dropped).toBe(1000);
  expect(JSON.stringify(pieces).length).toBeLessThan(300_000);
});

it('sends by itself, and only what has come since', async () => {
  const sent: LiveMessage[] = [];
  const live = new LivePieces((message) => sent.push(message));
  for (let count = 0; count < 201; count += 1) live.add({ kind: 'command_start', command: `${count}` });
  live.flush();
  live.add({ kind: 'text', text: 'a' });
  live.add({ kind: 'thought', text: 'b' });
  await expect.poll(() => sent.length).toBe(2);
  live.flush();
  expect(sent.map(({ pieces, dropped }) => [pieces.length, dropped])).toEqual([
    [200, 1],
    [2, 0],
  ]);
});
