import { SUMMARY_INTERVAL_MS } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BufferLog } from '../../src/buffers/buffer-log.js';

/** A clock that goes on when it is told to. */
class HandClock {
  readonly #actions = new Map<object, { action: () => void; everyMs: number; atMs: number }>();
  #nowMs = 0;

  get timers(): number {
    return this.#actions.size;
  }

  every(everyMs: number, action: () => void): () => void {
    const key = {};
    this.#actions.set(key, { action, everyMs, atMs: this.#nowMs + everyMs });
    return () => void this.#actions.delete(key);
  }

  pass(ms: number): void {
    this.#nowMs += ms;
    for (const timer of this.#actions.values()) {
      for (; timer.atMs <= this.#nowMs; timer.atMs += timer.everyMs) timer.action();
    }
  }
}

function make() {
  const clock = new HandClock();
  const told: unknown[] = [];
  const log = new BufferLog({
    clock,
    onSummary: (summary) => told.push({ summary }),
    onSignificantChange: (change) => told.push({ change }),
  });
  let count = 1000;
  const type = (delta: number, path = 'a', dirty = true) => {
    log.edited({ path, charCount: count + delta, previousCharCount: count, dirty });
    count += delta;
  };
  return { clock, told, log, type };
}

test('every 30 seconds what was typed is summed up, for each file that is not saved [coaching-backend FR-043] [coaching-backend SC-018] [coaching-backend 4.2]', () => {
  const { clock, told, type } = make();
  type(+10);
  type(-4);
  clock.pass(SUMMARY_INTERVAL_MS - 1);
  expect(told).toEqual([]);
  clock.pass(1);
  expect(told).toEqual([{ summary: { path: 'a', editCount: 2, charDelta: 6, charCount: 1006 } }]);
  type(+1);
  clock.pass(SUMMARY_INTERVAL_MS);
  expect(told.slice(1)).toEqual([{ summary: { path: 'a', editCount: 1, charDelta: 1, charCount: 1007 } }]);
});

test('each file has a summary of its own', () => {
  const { clock, told, log } = make();
  log.edited({ path: 'a', charCount: 101, previousCharCount: 100, dirty: true });
  log.edited({ path: 'b', charCount: 198, previousCharCount: 200, dirty: true });
  clock.pass(SUMMARY_INTERVAL_MS);
  expect(told).toEqual([
    { summary: { path: 'a', editCount: 1, charDelta: 1, charCount: 101 } },
    { summary: { path: 'b', editCount: 1, charDelta: -2, charCount: 198 } },
  ]);
});

test('nothing is told of files that are saved, or that nobody has edited since [coaching-backend 4.7]', () => {
  const { clock, told, log, type } = make();
  clock.pass(SUMMARY_INTERVAL_MS);
  type(+10, 'typed and taken back', false);
  type(+10, 'saved');
  log.saved('saved');
  clock.pass(SUMMARY_INTERVAL_MS);
  expect(told).toEqual([]);
  type(+10, 'idle');
  clock.pass(SUMMARY_INTERVAL_MS);
  told.length = 0;
  clock.pass(SUMMARY_INTERVAL_MS * 3);
  expect(told).toEqual([]);
});

test.each([
  ['501 characters more', 2000, 2501, true],
  ['500 characters more', 2000, 2500, false],
  ['501 characters less', 2000, 1499, true],
  ['over half of it more', 100, 151, true],
  ['half of it more', 100, 150, false],
  ['over half of it less', 100, 49, true],
  ['half of it less', 100, 50, false],
  ['something where nothing was', 0, 1, true],
])(
  '%s: it is told at once whether that is significant [coaching-backend FR-044] [coaching-backend SC-019] [coaching-backend 4.3]',
  (_name, from, to, isTold) => {
    const { told, log } = make();
    log.edited({ path: 'a', charCount: to, previousCharCount: from, dirty: true });
    const change = { path: 'a', previousCharCount: from, newCharCount: to, delta: to - from };
    expect(told).toEqual(isTold ? [{ change }] : []);
  },
);

test('many small edits become significant together, and are told once', () => {
  const { told, type } = make();
  for (let at = 0; at < 60; at += 1) type(+10);
  expect(told).toEqual([{ change: { path: 'a', previousCharCount: 1000, newCharCount: 1510, delta: 510 } }]);
});

test('a significant change is where the next summary starts from', () => {
  const { clock, told, type } = make();
  type(+600);
  type(+5);
  clock.pass(SUMMARY_INTERVAL_MS);
  expect(told.at(-1)).toEqual({ summary: { path: 'a', editCount: 2, charDelta: 5, charCount: 1605 } });
});

test('with the end of its session the timer is gone, and nothing is told any more [coaching-backend FR-047] [coaching-backend 4.8] [coaching-backend EC-18]', () => {
  const { clock, told, log, type } = make();
  type(+10);
  log.close();
  log.close();
  expect(clock.timers).toBe(0);
  clock.pass(SUMMARY_INTERVAL_MS);
  type(+600);
  expect(told).toEqual([]);
});

test('a thousand files are summed up at most; the one that came first goes', () => {
  const { clock, told, log } = make();
  const edit = (path: string) => log.edited({ path, charCount: 1001, previousCharCount: 1000, dirty: true });
  const paths = Array.from({ length: 1000 }, (_, at) => `${at}`);
  const summary = (path: string, editCount: number) => ({
    summary: { path, editCount, charDelta: 1, charCount: 1001 },
  });
  for (const path of paths) edit(path);
  // One that is known takes no room.
  edit('999');
  clock.pass(SUMMARY_INTERVAL_MS);
  expect(told).toEqual(paths.map((path) => summary(path, path === '999' ? 2 : 1)));
  told.length = 0;
  for (const path of [...paths, 'new']) log.edited({ path, charCount: 1002, previousCharCount: 1001, dirty: true });
  clock.pass(SUMMARY_INTERVAL_MS);
  expect(told).toHaveLength(1000);
  expect(told[0]).toMatchObject({ summary: { path: '1' } });
  expect(told.at(-1)).toMatchObject({ summary: { path: 'new' } });
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the system’s clock sums up as well, and stops [coaching-backend FR-043] [coaching-backend FR-047]', () => {
  const told: unknown[] = [];
  {
    using log = new BufferLog({ onSummary: (summary) => told.push(summary), onSignificantChange: () => {} });
    log.edited({ path: 'a', charCount: 101, previousCharCount: 100, dirty: true });
    vi.advanceTimersByTime(SUMMARY_INTERVAL_MS);
    expect(told).toHaveLength(1);
  }
  expect(vi.getTimerCount()).toBe(0);
});
