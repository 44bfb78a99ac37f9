import { expect, test } from 'vitest';
import { tail } from '../src/tail.js';

test('the end of a text is as long as may be and begins with a whole character', () => {
  const text = 'aä€😀';
  const ends = Array.from({ length: 11 }, (_, maxBytes) => tail(text, maxBytes));
  expect(ends).toEqual(['', '', '', '', '😀', '😀', '😀', '€😀', '€😀', 'ä€😀', text]);
});
