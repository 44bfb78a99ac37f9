import { setTimeout as pause } from 'node:timers/promises';
import { processorMsOfFamily, residentBytesOfFamily } from '../../machine/family-use.js';
import { residentBytes } from '../../machine/process-use.js';
import { Lab } from '../labs/lab.js';
import type { Row } from '../row.js';

const SESSIONS = 10;
/** By then, what the starts have left to do is done, even V8's garbage collections up to 30 s after the last work. */
const SETTLE_MS = 40_000;
const SETTLE_SHORT_MS = 2000;
/** How often the daemon looks at all its sessions: see `SWEEP_INTERVAL_MS` there. A whole number of them, whenever they are. */
const SWEEP_MS = 60_000;
const SWEEPS = 2;
// Long enough that the one collection of garbage which falls into it does not make the difference.
const LOOK_SHORT_MS = 6000;
const BYTES_PER_MB = 1_000_000;

/** The daemon and every process that it has started: the clients of tmux, and the commands that come and go. */
export const idle: Row = {
  budgets: ['idle-memory', 'idle-processor'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    const { pid } = lab.daemon;
    for (let n = 0; n < SESSIONS; n++) await lab.daemonLine();
    await pause(short ? SETTLE_SHORT_MS : SETTLE_MS);
    const lookMs = short ? LOOK_SHORT_MS : SWEEPS * SWEEP_MS;
    const before = await processorMsOfFamily(pid);
    await pause(lookMs);
    const used = (await processorMsOfFamily(pid)) - before;
    const compared = { 'daemon alone': (await residentBytes(pid)) / BYTES_PER_MB };
    return [
      { budget: 'idle-memory', value: (await residentBytesOfFamily(pid)) / BYTES_PER_MB, compared },
      { budget: 'idle-processor', value: (used / lookMs) * 100 },
    ];
  },
};
