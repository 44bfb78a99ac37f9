import { expect, it } from 'vitest';
import { sleep, systemClock } from '../../src/loop/clock.js';
import { MODEL_RETRY, retry, waitAfter } from '../../src/loop/retry.js';
import { FakeClock } from './scripted.js';

it('waits twice as long each time, up to a bound', () => {
  const waits = Array.from({ length: 6 }, (_, index) => waitAfter(index + 1, MODEL_RETRY));
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

it('tries as often as it may, and returns the last result', async () => {
  let tried = 0;
  const attempt = async () => {
    tried += 1;
    return tried;
  };
  const options = {
    policy: { tries: 3, firstMs: 0, maxMs: 0 },
    clock: systemClock,
    signal: new AbortController().signal,
  };
  expect(await retry(attempt, { ...options, isTransient: () => true })).toBe(3);
  expect(await retry(attempt, { ...options, isTransient: () => false })).toBe(4);
});

it('ends its waiting when it is told to', async () => {
  const stop = new AbortController();
  const waiting = sleep(new FakeClock(), 1000, stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(sleep(new FakeClock(), 1000, stop.signal)).rejects.toThrow('enough');
});

it('ends its waiting when the time has come', async () => {
  const clock = new FakeClock();
  const waiting = sleep(clock, 1000, new AbortController().signal);
  clock.pass(1000);
  await waiting;
});
