import { setTimeout as pause } from 'node:timers/promises';
import { processorMs, residentBytes } from '../../machine/process-use.js';
import { Lab } from '../labs/lab.js';
import type { Row } from '../row.js';

const SESSIONS = 10;
/** By then, what the starts have left to do is done, even V8's garbage collections up to 30 s after the last work. */
const SETTLE_MS = 40_000;
const SETTLE_SHORT_MS = 2000;
const LOOK_MS = 10_000;
// Long enough that the one collection of garbage which falls into it does not make the difference.
const LOOK_SHORT_MS = 6000;
const BYTES_PER_MB = 1_000_000;

export const idle: Row = {
  budgets: ['idle-memory', 'idle-processor'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    for (let n = 0; n < SESSIONS; n++) await lab.daemonLine();
    await pause(short ? SETTLE_SHORT_MS : SETTLE_MS);
    const lookMs = short ? LOOK_SHORT_MS : LOOK_MS;
    const before = await processorMs(lab.daemon.pid);
    await pause(lookMs);
    const used = (await processorMs(lab.daemon.pid)) - before;
    return [
      { budget: 'idle-memory', value: (await residentBytes(lab.daemon.pid)) / BYTES_PER_MB },
      { budget: 'idle-processor', value: (used / lookMs) * 100 },
    ];
  },
};
