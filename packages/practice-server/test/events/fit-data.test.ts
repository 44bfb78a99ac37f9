import { expect, test } from 'vitest';
import { fitData } from '../../src/events/fit-data.js';

test('the data of an event is cut where it has too many bytes, never within a character', () => {
  const whole = JSON.stringify({ hint: 'あ'.repeat(30) });
  expect(fitData({ hint: 'あ'.repeat(30) }, Buffer.byteLength(whole))).toBe(whole);
  const data = { title: 'short', hints: ['あ'.repeat(300), '🎉'.repeat(100)] };
  const cut = fitData(data, 1000);
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(1000);
  const { title, hints } = JSON.parse(cut);
  expect([title, hints]).toEqual(['short', [`${'あ'.repeat(99)}…`, `${'🎉'.repeat(49)}…`]]);
});
