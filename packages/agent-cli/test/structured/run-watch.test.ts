import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type PassedLimit, RunWatch } from '../../src/structured/run-limits.js';

const LIMITS = { totalMs: 1000, silentMs: 400, bytes: 10, events: 3, answerMs: 100 };

let passed: PassedLimit[];
let watch: RunWatch;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  passed = [];
  watch = new RunWatch(LIMITS, (limit) => void passed.push(limit));
});
afterEach(() => vi.useRealTimers());

describe('a limit of a run', () => {
  test('of events is passed by the first one that is too much, and told once', () => {
    watch.begin();
    for (let count = 0; count < 3; count += 1) watch.told();
    expect(passed).toEqual([]);
    for (let count = 0; count < 5; count += 1) watch.told();
    expect(passed).toEqual(['output']);
  });

  test('of bytes is passed by the first one that is too much, and told once', () => {
    watch.begin();
    watch.heard(10);
    expect(passed).toEqual([]);
    for (let count = 0; count < 5; count += 1) watch.heard(1);
    expect(passed).toEqual(['output']);
  });

  test('is told alone: after it, neither time nor silence is', () => {
    watch.begin();
    for (let count = 0; count < 4; count += 1) watch.told();
    watch.heard(11);
    vi.advanceTimersByTime(5000);
    expect(passed).toEqual(['output']);
  });

  test('counts from the end of a run, for what still comes of it as for the next', () => {
    watch.begin();
    for (let count = 0; count < 3; count += 1) watch.told();
    watch.heard(10);
    watch.end();
    for (let count = 0; count < 3; count += 1) watch.told();
    watch.heard(10);
    vi.advanceTimersByTime(5000);
    expect(passed).toEqual([]);
    watch.told();
    expect(passed).toEqual(['output']);
  });
});
