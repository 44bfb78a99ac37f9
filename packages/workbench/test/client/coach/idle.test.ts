import { expect, it } from 'vitest';
import { IdleWatch } from '../../../src/client/coach/idle.js';
import { ManualClock } from '../support/manual-clock.js';

const AWAY_MS = 120_000;

function setUp() {
  const clock = new ManualClock();
  const told: string[] = [];
  const begin = clock.now();
  const seconds = (at: number) => (at - begin) / 1000;
  const watch = new IdleWatch(clock, {
    onStart: (lastSignAt) => told.push(`away at ${seconds(clock.now())}, last seen at ${seconds(lastSignAt)}`),
    onEnd: () => told.push(`back at ${seconds(clock.now())}`),
  });
  return { clock, told, watch };
}

it('the student counts as away two minutes after their last sign, and not later', () => {
  const { clock, told, watch } = setUp();
  clock.advance(100_000);
  watch.handleSign();
  clock.advance(AWAY_MS - 1);
  expect(told).toEqual([]);
  clock.advance(1);
  expect(told).toEqual(['away at 220, last seen at 100']);
});

it('whoever is back is away again after two more minutes', () => {
  const { clock, told, watch } = setUp();
  clock.advance(AWAY_MS + 30_000);
  watch.handleSign();
  watch.handleSign();
  clock.advance(AWAY_MS);
  expect(told).toEqual(['away at 120, last seen at 0', 'back at 150', 'away at 270, last seen at 150']);
});

it('nothing is told any more once nobody listens', () => {
  const { clock, told, watch } = setUp();
  watch.dispose();
  clock.advance(10 * AWAY_MS);
  expect(told).toEqual([]);
  expect(clock.nextIn).toBeUndefined();
});
