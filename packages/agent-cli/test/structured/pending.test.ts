import { describe, expect, test } from 'vitest';
import { Pending } from '../../src/structured/pending.js';

describe('an answer of an agent', () => {
  test('is that to the request with its id, as a number or as text, and only the first one is', async () => {
    const pending = new Pending(60_000);
    const [first, second] = [pending.ask('one'), pending.ask('two')];
    expect(pending.resolve(second.id, 'to two')).toBe(true);
    expect(pending.resolve(String(first.id), 'to one')).toBe(true);
    expect(pending.resolve(first.id, 'again')).toBe(false);
    expect(await Promise.all([first.answer, second.answer])).toEqual(['to one', 'to two']);
  });

  test.each([[[1]], [{ toString: () => '1' }], [null], [undefined], [true]])(
    'is none with %j as its id',
    async (id) => {
      const pending = new Pending(60_000);
      const { answer } = pending.ask('one');
      expect([pending.resolve(id, 'wrong'), pending.reject(id, new Error('wrong'))]).toEqual([false, false]);
      expect(pending.resolve(1, 'right')).toBe(true);
      expect(await answer).toBe('right');
    },
  );
});
