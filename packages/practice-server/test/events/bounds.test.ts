import { afterEach, describe, expect, test, vi } from 'vitest';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { LogFile } from './log-file.js';

const DAY_MS = 24 * 3_600_000;
const BOUNDS = { events: 2000, bytes: 1e9, ageDays: 30 };

afterEach(() => void vi.useRealTimers());

/** Stores what was appended, and gives old events the time to go. */
async function settle({ log }: LogFile): Promise<void> {
  await log.settled();
  await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Hints, in bursts that none of the log's own bounds for waiting events cuts. */
async function fill(file: LogFile, count: number, hint?: string): Promise<void> {
  for (let done = 0; done < count; done += 500) {
    file.hints(Math.min(500, count - done), done + 1, hint);
    await file.log.settled();
  }
  await settle(file);
}

/** As if all that is stored had been written so long ago. */
async function age(file: LogFile, days: number, after = 0): Promise<void> {
  await file.log.settled();
  const at = new Date(Date.now() - days * DAY_MS).toISOString();
  await file.store.updateTable('events').set({ at }).where('id', '>', after).execute();
}

describe('the event log', () => {
  test('[terminal-events 5 events-bounded] keeps so many events, the latest, and counts on', async () => {
    await using file = await LogFile.open({ bounds: BOUNDS });
    await fill(file, 5000);
    const rungs = await waitUntil('fewer', async () => {
      const kept = await file.rungs();
      return kept.length <= BOUNDS.events && kept;
    });
    expect(rungs.length).toBeGreaterThan(BOUNDS.events / 2);
    expect(rungs).toEqual(Array.from({ length: rungs.length }, (_, index) => 5001 - rungs.length + index));
    expect((await file.events()).at(-1)?.id).toBe(5000);
  });

  test('[terminal-events 5 events-bounded] keeps so many bytes, as they are on the disk, whatever the alphabet', async () => {
    await using file = await LogFile.open({ bounds: { ...BOUNDS, bytes: 400_000 } });
    await fill(file, 500, 'あ'.repeat(600));
    const kept = await waitUntil('fewer', async () => {
      const events = await file.events();
      return Buffer.byteLength(JSON.stringify(events)) < 500_000 && events;
    });
    expect(kept.length).toBeGreaterThan(50);
  });

  test('[terminal-events 5 events-bounded] keeps so many bytes also while it runs on, piece by piece', async () => {
    await using file = await LogFile.open({ bounds: { ...BOUNDS, bytes: 100_000 } });
    for (let round = 0; round < 6; round += 1) await fill(file, 50, 'x'.repeat(600));
    const { length } = JSON.stringify(await file.events());
    expect(length).toBeLessThan(130_000);
    expect(length).toBeGreaterThan(50_000);
  });

  test('[terminal-events 5 events-bounded] forgets what is too old when a daemon starts, also one that never runs for long', async () => {
    await using home = await Home.make();
    const before = await LogFile.open({}, home);
    before.hints(3);
    await age(before, 40);
    before.hints(2, 4);
    await age(before, 20, 3);
    before.hints(1, 6);
    await before.log.settled();
    await before.close();
    const after = await LogFile.open({}, home);
    expect(await after.rungs()).toEqual([4, 5, 6]);
    await after.close();
  });

  test('keeps all of it while the clock may be wrong: after starts a year ahead', async () => {
    await using home = await Home.make();
    const before = await LogFile.open({}, home);
    before.hints(3);
    await before.log.settled();
    await before.close();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * DAY_MS });
    for (const rung of [4, 5, 6]) {
      const after = await LogFile.open({}, home);
      after.hints(1, rung);
      expect(await after.rungs()).toEqual([1, 2, 3, 4, 5, 6].slice(0, rung));
      await after.close();
    }
  });

  test.each([
    ['a year ahead', 365 * DAY_MS],
    ['a year back', -365 * DAY_MS],
  ])('[terminal-events 5 events-bounded] keeps all of it, and its order, while the clock jumps %s', async (_, jump) => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'performance'] });
    await using file = await LogFile.open();
    file.hints(3);
    await file.log.settled();
    vi.setSystemTime(Date.now() + jump);
    file.hints(1, 4);
    await file.log.settled();
    await vi.advanceTimersByTimeAsync(3_600_000);
    await settle(file);
    expect(await file.rungs()).toEqual([1, 2, 3, 4]);
    // Nobody has put it right for an hour: that is what time it is.
    if (jump < 0) return;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await file.rungs()).toEqual([4]);
  });

  test('gives an id once, though the last event was forgotten before a restart', async () => {
    await using home = await Home.make();
    const before = await LogFile.open({}, home);
    before.hints(3);
    await before.log.settled();
    await before.store.deleteFrom('events').execute();
    await before.close();
    const after = await LogFile.open({}, home);
    after.hints(1, 4);
    expect((await after.events()).map(({ id }) => id)).toEqual([4]);
    await after.close();
  });
});
