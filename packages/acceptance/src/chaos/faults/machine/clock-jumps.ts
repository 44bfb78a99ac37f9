import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../fault.js';

const HOUR_MS = 3_600_000;
const JUMPS = [-24 * 365 * HOUR_MS, -24 * HOUR_MS, -HOUR_MS, HOUR_MS, 25 * HOUR_MS, 24 * 365 * HOUR_MS] as const;
/** The preload looks every 50 ms. */
const SEEN_AFTER_MS = 100;
const STAYS_FOR_MS = [200, 1200] as const;

export const clockJumps: Fault = {
  name: 'clock-jumps',
  does: "the daemon's time of day jumps by an hour, a day or a year, back and forth",
  after: 'no session ends because of it, and the daemon keeps answering',
  async strike({ world, random }) {
    const problems: string[] = [];
    for (const jump of random.shuffled(JUMPS).slice(0, 2)) {
      await world.home.shiftClock(jump);
      await pause(SEEN_AFTER_MS + random.between(...STAYS_FOR_MS));
      const { status, text } = await world.ask('/exercises');
      if (status !== 200) problems.push(`/exercises answered ${status} with the clock ${jump} ms off: ${text}`);
    }
    await world.home.shiftClock(0);
    await pause(SEEN_AFTER_MS);
    return problems;
  },
};
