import { setTimeout as pause } from 'node:timers/promises';
import { residentBytes } from '../../machine/process-use.js';
import { Lab } from '../labs/lab.js';
import type { Line } from '../lines/line.js';
import { echoTimes } from '../measures/echoes.js';
import { p99 } from '../measures/numbers.js';
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
 * A tab that stops reading while its program prints without end, and another session meanwhile. The same flood without
 * such a reader is measured half before and half after it, so that a machine that grows slower hits both alike.
 */
export const stalled: Row = {
  budgets: ['stalled-memory', 'stalled-others'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    const stallMs = short ? STALL_SHORT_MS : STALL_MS;
    const exerciseId = lab.newExercise();
    const flood = await lab.connectedLine(exerciseId);
    const other = await lab.daemonLine();
    const quiet = (await echoTimes([other], short ? QUIET_KEYS_SHORT : QUIET_KEYS)).flat();

    flood.send(`${FLOOD_COMMAND}\r`);
    await untilOutput(flood, 'on and on');
    await flood[Symbol.asyncDispose]();
    const before = await look(other, lab.daemon.pid, stallMs / 2);
    const stalling = lab.connect(await lab.start(exerciseId));
    await untilOutput(stalling, 'on and on');
    const memoryBefore = await residentBytes(lab.daemon.pid);
    stalling.stall();
    const during = await look(other, lab.daemon.pid, stallMs);
    await stalling[Symbol.asyncDispose]();
    const after = await look(other, lab.daemon.pid, stallMs / 2);

    const compared = { before: memoryBefore / BYTES_PER_MB };
    return [
      { budget: 'stalled-memory', value: (during.peak - memoryBefore) / BYTES_PER_MB, compared },
      {
        budget: 'stalled-others',
        value: p99(during.times),
        compared: { 'no such reader': p99([...before.times, ...after.times]), 'without flood': p99(quiet) },
      },
    ];
  },
};

/** Types on the line and looks at the memory until the time is over. */
async function look(line: Line, pid: number, forMs: number) {
  const seen = { times: [] as number[], peak: 0 };
  const deadline = performance.now() + forMs;
  while (performance.now() < deadline) {
    seen.times.push(...(await echoTimes([line], KEYS_A_LOOK)).flat());
    seen.peak = Math.max(seen.peak, await residentBytes(pid));
    await pause(BETWEEN_LOOKS_MS);
  }
  return seen;
}
