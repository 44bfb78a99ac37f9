import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FlowControl } from '../src/terminal/flow-control.js';
import { BURST_BYTES, FLOOD_BYTES_PER_MS, Pace } from '../src/terminal/pace.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('lets a burst through, and holds what comes behind it for as long as a screen needs', () => {
  const refilled = vi.fn();
  const pace = new Pace(refilled);
  pace.handleSent(BURST_BYTES - 1);
  expect(pace.exhausted).toBe(false);
  pace.handleSent(1 + 100 * FLOOD_BYTES_PER_MS);
  expect(pace.exhausted).toBe(true);
  vi.advanceTimersByTime(99);
  expect([pace.exhausted, refilled.mock.calls.length]).toEqual([true, 0]);
  vi.advanceTimersByTime(1);
  expect([pace.exhausted, refilled.mock.calls.length]).toEqual([false, 1]);
});

test('is full again after a while without output, and never fuller than that', () => {
  const pace = new Pace(() => {});
  pace.handleSent(BURST_BYTES);
  vi.advanceTimersByTime(3_600_000);
  pace.handleSent(BURST_BYTES - 1);
  expect(pace.exhausted).toBe(false);
  pace.handleSent(1);
  expect(pace.exhausted).toBe(true);
  pace.dispose();
});

test('tells nobody of anything once it is disposed', () => {
  const refilled = vi.fn();
  const pace = new Pace(refilled);
  pace.handleSent(2 * BURST_BYTES);
  pace.dispose();
  vi.advanceTimersByTime(10_000);
  expect(refilled).not.toHaveBeenCalled();
});

test('a flood is held whoever reads it, and goes on by itself', () => {
  const calls: string[] = [];
  const flow = new FlowControl(() => 0);
  flow.control({ pause: () => calls.push('pause'), resume: () => calls.push('resume') });
  flow.handleSent(BURST_BYTES);
  flow.handleAcknowledged(BURST_BYTES);
  expect(calls).toEqual(['pause']);
  vi.advanceTimersByTime(16);
  expect(calls).toEqual(['pause', 'resume']);
  flow.control(undefined);
});
