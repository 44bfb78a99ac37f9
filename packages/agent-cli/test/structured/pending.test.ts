import { describe, expect, test, vi } from 'vitest';
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

  test('that does not come in time is a failure that says what to do', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const pending = new Pending(1000);
      const { id, answer } = pending.ask('initialize');
      const { id: other, answer: inTime } = pending.ask('session/new');
      const failed = answer.catch((error: unknown) => error);
      expect(pending.resolve(other, 1)).toBe(true);
      vi.advanceTimersByTime(1000);
      expect(await failed).toMatchObject({
        code: 'agent_failed',
        message: expect.stringMatching(/^The agent did not answer \(initialize\)\. Try again/),
        facts: { reason: 'hung' },
      });
      expect([await inTime, pending.resolve(id, 'late'), vi.getTimerCount()]).toEqual([1, false, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('that is still waited for when the agent ends is a failure, and nobody needs to have waited', async () => {
    const pending = new Pending(60_000);
    const [first, second, third] = [pending.ask('one'), pending.ask('two'), pending.ask('three')];
    pending.resolve(first.id, 'done');
    const gone = new Error('The agent has ended');
    pending.rejectAll(gone);
    expect(await first.answer).toBe('done');
    await expect(second.answer).rejects.toBe(gone);
    expect([pending.resolve(second.id, 'late'), pending.reject(third.id, gone)]).toEqual([false, false]);
    pending.rejectAll(gone);
    // The third is waited for by nobody: that is no unhandled rejection.
    await new Promise((resolve) => setImmediate(resolve));
  });
});
