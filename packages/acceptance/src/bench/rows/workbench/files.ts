import { setTimeout as pause } from 'node:timers/promises';
import { processorMs } from '../../../machine/process-use.js';
import { WorkbenchLab } from '../../labs/workbench-lab.js';
import { quantile } from '../../measures/numbers.js';
import type { Row } from '../../row.js';

const OPENINGS = 200;
const OPENINGS_SHORT = 60;
const UPDATES = 200;
const UPDATES_SHORT = 60;
/** As fast as the Workbench tells what is typed, and far faster than anybody opens files. */
const A_SECOND = 20;
const LINE = 'const answer = compute(40, 2); // a line like any other\n';
const MEGABYTE = LINE.repeat(Math.ceil(1_000_000 / LINE.length));

/** A file of one megabyte: opened over and over, and typed into. */
export const workbenchFiles: Row = {
  budgets: ['workbench-open', 'workbench-typing'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await WorkbenchLab.open(resources, { files: { 'large.ts': MEGABYTE } });
    const socket = await lab.socket();
    const times: number[] = [];
    const opens = timetable();
    for (let opening = 0; opening < (short ? OPENINGS_SHORT : OPENINGS); opening++) {
      await opens(opening);
      const answered = socket.next('fs:content');
      const startedAt = performance.now();
      socket.send('file:open', { path: 'large.ts', reload: true });
      await answered;
      times.push(performance.now() - startedAt);
    }
    const updates = short ? UPDATES_SHORT : UPDATES;
    let length = MEGABYTE.length;
    const startedAt = performance.now();
    const updated = timetable();
    const before = await processorMs(lab.daemon.pid);
    for (let update = 0; update < updates; update++) {
      const changes = [{ from: length, to: length, insert: 'x' }];
      socket.send('buffer:update', { path: 'large.ts', changes, length, cursorPosition: { line: 1, column: 1 } });
      length += 1;
      await updated(update + 1);
    }
    const used = (await processorMs(lab.daemon.pid)) - before;
    return [
      { budget: 'workbench-open', value: quantile(times, 0.99), note: `median ${quantile(times, 0.5).toFixed(1)} ms` },
      { budget: 'workbench-typing', value: (used / (performance.now() - startedAt)) * 100 },
    ];
  },
};

/** Waits until it is time for the one of this number, from now on. */
function timetable(): (number: number) => Promise<void> {
  const startedAt = performance.now();
  return (number) => pause(Math.max(0, startedAt + (number * 1000) / A_SECOND - performance.now()));
}
