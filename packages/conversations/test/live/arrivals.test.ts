import { describe, expect, test } from 'vitest';
import { Arrivals } from '../../src/live/arrivals.js';

const NEVER = new AbortController().signal;

async function hasArrived(arrival: Promise<void>): Promise<boolean> {
  const nothing = new Promise<string>((resolve) => setImmediate(() => resolve('nothing')));
  return (await Promise.race([arrival, nothing])) !== 'nothing';
}

describe('arrivals', () => {
  test('are told to all who wait for this conversation, and to nobody else', async () => {
    const arrivals = new Arrivals();
    const [one, two, other] = ['a', 'a', 'b'].map((id) => arrivals.next(id, NEVER)) as [
      Promise<void>,
      Promise<void>,
      Promise<void>,
    ];
    arrivals.announce('a');
    expect([await hasArrived(one), await hasArrived(two), await hasArrived(other)]).toEqual([true, true, false]);
  });

  test('are told once: who waits again waits for the next', async () => {
    const arrivals = new Arrivals();
    const first = arrivals.next('a', NEVER);
    arrivals.announce('a');
    await first;
    const second = arrivals.next('a', NEVER);
    expect(await hasArrived(second)).toBe(false);
    arrivals.announce('a');
    expect(await hasArrived(second)).toBe(true);
  });

  test('are waited for by nobody who has gone, before or while waiting', async () => {
    const arrivals = new Arrivals();
    const leaving = new AbortController();
    const waiting = arrivals.next('a', leaving.signal);
    const staying = arrivals.next('a', NEVER);
    leaving.abort();
    expect([await hasArrived(waiting), await hasArrived(staying)]).toEqual([true, false]);
    expect(await hasArrived(arrivals.next('a', leaving.signal))).toBe(true);
    arrivals.announce('a');
    expect(await hasArrived(staying)).toBe(true);
  });

  test('leave no listener behind, however often somebody waits', async () => {
    const arrivals = new Arrivals();
    const signal = new AbortController().signal;
    let listeners = 0;
    const counted = Object.assign(signal, {
      addEventListener: () => {
        listeners += 1;
      },
      removeEventListener: () => {
        listeners -= 1;
      },
    });
    for (let index = 0; index < 100; index += 1) {
      const arrival = arrivals.next('a', counted);
      arrivals.announce('a');
      await arrival;
    }
    expect(listeners).toBe(0);
  });
});
