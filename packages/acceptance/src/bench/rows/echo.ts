import { Lab } from '../labs/lab.js';
import type { Line } from '../lines/line.js';
import { echoTimes } from '../measures/echoes.js';
import { median, p99 } from '../measures/numbers.js';
import type { Row } from '../row.js';

const KEYS = 2000;
const KEYS_SHORT = 300;
/** Keys that are not counted: programs just started run slower. */
const WARM_UP_KEYS = 100;

export const echo: Row = {
  budgets: ['echo-p50', 'echo-p99'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    const daemon = await lab.daemonLine();
    const bridges = [await lab.bareLine(), await lab.nativeLine(), await lab.ttydLine()];
    const lines: Line[] = [daemon, ...bridges.filter((line) => line !== undefined)];
    await echoTimes(lines, WARM_UP_KEYS);
    const times = await echoTimes(lines, short ? KEYS_SHORT : KEYS);
    const summarize = (of: (samples: readonly number[]) => number) => {
      const [value = Number.NaN, ...others] = times.map(of);
      return { value, compared: Object.fromEntries(others.map((other, n) => [lines[n + 1]?.name, other])) };
    };
    return [
      { budget: 'echo-p50', ...summarize(median) },
      { budget: 'echo-p99', ...summarize(p99) },
    ];
  },
};
