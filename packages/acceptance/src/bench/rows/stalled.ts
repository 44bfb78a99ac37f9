import { setTimeout as pause } from 'node:timers/promises';
import { residentBytes } from '../../machine/process-use.js';
import { Lab } from '../labs/lab.js';
import type { Line } from '../lines/line.js';
import { echoTimes } from '../measures/echoes.js';
import { steadyP99 } from '../measures/numbers.js';
import { untilOutput } from '../measures/waiting.js';
import type { Row } from '../row.js';
import { FLOOD_COMMAND } from './interrupt.js';

const STALL_MS = 60_000;
const STALL_SHORT_MS = 5000;
const QUIET_KEYS = 400;
const QUIET_KEYS_SHORT = 200;
const KEYS_A_LOOK = 10;
const BETWEEN_LOOKS_MS = 50;
const BYTES_PER_MB = 1_000_000;

/**
 * A tab that stops reading while its program prints without end. tmux, which draws for everybody, is
 * then busy too, so the others are compared with the bare bridge under the same flood.
 */
export const stalled: Row = {
  budgets: ['stalled-memory', 'stalled-others'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    const flood = await lab.daemonLine();
    const others = [await lab.daemonLine(), await lab.bareLine()] as const;
    const [quiet = []] = await echoTimes(others, short ? QUIET_KEYS_SHORT : QUIET_KEYS);
    const before = await residentBytes(lab.daemon.pid);

    flood.send(`${FLOOD_COMMAND}\r`);
    await untilOutput(flood, 'on and on');
    flood.stall();
    const { daemon, bare, peak } = await look(others, lab.daemon.pid, short ? STALL_SHORT_MS : STALL_MS);
    return [
      { budget: 'stalled-memory', value: (peak - before) / BYTES_PER_MB, compared: { before: before / BYTES_PER_MB } },
      {
        budget: 'stalled-others',
        value: steadyP99(daemon),
        compared: { bare: steadyP99(bare), 'without flood': steadyP99(quiet) },
      },
    ];
  },
};

/** Types on the other lines and looks at the memory until the time is over. */
async function look(others: readonly Line[], pid: number, forMs: number) {
  const seen = { daemon: [] as number[], bare: [] as number[], peak: 0 };
  const deadline = performance.now() + forMs;
  let looks = 0;
  while (performance.now() < deadline) {
    // Whoever comes first after the pause meets a cold processor: the lines take turns in that, too.
    const swapped = looks++ % 2 === 1;
    const [first = [], second = []] = await echoTimes(swapped ? others.toReversed() : others, KEYS_A_LOOK);
    seen.daemon.push(...(swapped ? second : first));
    seen.bare.push(...(swapped ? first : second));
    seen.peak = Math.max(seen.peak, await residentBytes(pid));
    await pause(BETWEEN_LOOKS_MS);
  }
  return seen;
}
