import { Lab } from '../labs/lab.js';
import { echoTimes } from '../measures/echoes.js';
import { median } from '../measures/numbers.js';
import type { Row } from '../row.js';

const SESSIONS = 100;
const SESSIONS_SHORT = 10;
/** As many at a time as the daemon would get from an eager classroom; more would only wait for each other. */
const STARTS_AT_ONCE = 4;
const KEYS = 1000;
const KEYS_SHORT = 200;
const WARM_UP_KEYS = 100;

/**
 * One of many attached sessions, and one that is alone on its own daemon and tmux, key by key in turns. The
 * bare bridge on the crowded tmux shows whether the crowd slows down tmux or the daemon.
 */
export const crowd: Row = {
  budgets: ['crowd'],
  inShort: true,
  async measure({ short, resources }) {
    const count = short ? SESSIONS_SHORT : SESSIONS;
    const crowded = await Lab.open(resources);
    const quiet = await Lab.open(resources);
    for (let n = 1; n < count; n += STARTS_AT_ONCE) {
      const some = Math.min(STARTS_AT_ONCE, count - n);
      await Promise.all(Array.from({ length: some }, () => crowded.daemonLine()));
    }
    const lines = [await crowded.daemonLine(), await quiet.daemonLine(), await crowded.bareLine()];
    await echoTimes(lines, WARM_UP_KEYS);
    const times = await echoTimes(lines, short ? KEYS_SHORT : KEYS);
    const [value = Number.NaN, alone = Number.NaN, bare = Number.NaN] = times.map(median);
    return [{ budget: 'crowd', value, compared: { alone, 'bare in the crowd': bare }, note: `${count} sessions` }];
  },
};
