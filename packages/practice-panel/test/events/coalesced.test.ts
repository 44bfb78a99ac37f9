import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coalesced } from '../../src/client/events/coalesced.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a task that is asked for often', () => {
  it('runs once for all of a moment, once more for those who ask while it runs, and not once it is stopped', async () => {
    const ends: (() => void)[] = [];
    const task = coalesced(() => new Promise<void>((resolve) => ends.push(resolve)), 200);
    for (let count = 0; count < 5; count += 1) task.ask();
    await vi.advanceTimersByTimeAsync(200);
    expect(ends).toHaveLength(1);
    task.ask();
    task.ask();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(200);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ends).toHaveLength(2);
    task.ask();
    task.stop();
    task.ask();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ends).toHaveLength(2);
  });
});
