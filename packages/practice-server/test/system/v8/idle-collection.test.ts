import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepWell } from '../../../src/commands/serve.js';
import type { Daemon } from '../../../src/daemon.js';
import { collectWhenIdle, thisProgram } from '../../../src/system/v8/idle-collection.js';

const MB = 1_000_000;
const LOOK_MS = 20_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function programWith(state: { heapUsed: number; utilization: number }) {
  const collect = vi.fn(() => {
    state.heapUsed = 20 * MB;
  });
  return { heapUsed: () => state.heapUsed, utilization: () => state.utilization, collect };
}

describe('the collection of garbage while nothing happens', () => {
  it('waits until the program was idle between two looks', () => {
    const state = { heapUsed: 40 * MB, utilization: 0.01 };
    const program = programWith(state);
    const stop = collectWhenIdle(program);
    vi.advanceTimersByTime(3 * LOOK_MS);
    expect(program.collect).not.toHaveBeenCalled();
    state.utilization = 0.009;
    vi.advanceTimersByTime(LOOK_MS);
    expect(program.collect).toHaveBeenCalledTimes(1);
    stop();
  });

  it('waits for twenty seconds, in which nobody types', () => {
    const program = programWith({ heapUsed: 40 * MB, utilization: 0 });
    const stop = collectWhenIdle(program);
    vi.advanceTimersByTime(LOOK_MS - 1);
    expect(program.collect).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(program.collect).toHaveBeenCalledTimes(1);
    stop();
  });

  it('is done in every practice server, from the moment on in which it is ready', () => {
    const others = process.listeners('uncaughtException');
    keepWell({} as Daemon);
    for (const listener of process.listeners('uncaughtException'))
      if (!others.includes(listener)) process.off('uncaughtException', listener);
    expect(vi.getTimerCount()).toBe(1);
    const usage = { ...process.memoryUsage(), heapUsed: 0 };
    const memoryUsage = vi.spyOn(process, 'memoryUsage').mockReturnValue(usage);
    vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ idle: 1, active: 0, utilization: 0 });
    vi.advanceTimersByTime(LOOK_MS);
    expect(memoryUsage).toHaveBeenCalledOnce();
  });

  it('goes by what the program itself uses: what its memory has besides cannot be collected', () => {
    const usage = { ...process.memoryUsage(), heapUsed: 30 * MB, rss: 150 * MB };
    vi.spyOn(process, 'memoryUsage').mockReturnValue(usage);
    expect(thisProgram().heapUsed()).toBe(30 * MB);
  });

  it('is done again only when enough has come to what it left', () => {
    const state = { heapUsed: 40 * MB, utilization: 0 };
    const program = programWith(state);
    const stop = collectWhenIdle(program);
    vi.advanceTimersByTime(LOOK_MS);
    state.heapUsed = 24 * MB - 1;
    vi.advanceTimersByTime(5 * LOOK_MS);
    expect(program.collect).toHaveBeenCalledTimes(1);
    state.heapUsed = 24 * MB;
    vi.advanceTimersByTime(LOOK_MS);
    expect(program.collect).toHaveBeenCalledTimes(2);
    stop();
    state.heapUsed = 40 * MB;
    vi.advanceTimersByTime(5 * LOOK_MS);
    expect(program.collect).toHaveBeenCalledTimes(2);
  });

  it('frees what nothing uses any more, and sees how busy it was meanwhile', async () => {
    vi.useRealTimers();
    const program = thisProgram();
    program.utilization();
    const lost = new WeakRef(Array.from({ length: 1_000_000 }, (_, n) => ({ n })));
    // What a task has made a WeakRef of stays until the task is over.
    await new Promise((resolve) => setTimeout(resolve));
    expect(program.utilization()).toBeGreaterThan(0.5);
    const before = program.heapUsed();
    program.collect();
    expect(program.heapUsed()).toBeLessThan(before - 10 * MB);
    expect(lost.deref()).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 50));
    program.utilization();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(program.utilization()).toBeLessThan(0.5);
  });
});
