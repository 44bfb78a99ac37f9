import { setTimeout as pause } from 'node:timers/promises';
import { processorMs } from '../../../machine/process-use.js';
import { BareFiles } from '../../labs/bare-files.js';
import { type CoachSocket, WorkbenchLab } from '../../labs/workbench-lab.js';
import { p99, quantile } from '../../measures/numbers.js';
import type { Row } from '../../row.js';

const OPENINGS = 600;
const OPENINGS_SHORT = 60;
const UPDATES = 200;
const UPDATES_SHORT = 60;
/** As fast as the Workbench tells what is typed, and far faster than anybody opens files. */
const A_SECOND = 20;
const FILE = 'large.ts';
const LINE = 'const answer = compute(40, 2); // a line like any other\n';
const MEGABYTE = LINE.repeat(Math.ceil(1_000_000 / LINE.length));

/** What answers a page: the daemon, or the bare server that it is compared with. */
interface Answering {
  readonly pid: number;
  readonly send: (type: 'file:open' | 'buffer:update', payload: object) => void;
  readonly next: () => Promise<unknown>;
}

/** A file of one megabyte: opened over and over, and typed into. */
export const workbenchFiles: Row = {
  budgets: ['workbench-open', 'workbench-typing'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await WorkbenchLab.open(resources, { files: { [FILE]: MEGABYTE } });
    const daemon = answeringDaemon(lab.daemon.pid, await lab.socket());
    const plain = resources.add(await BareFiles.start(lab.folder));
    const bare: Answering = {
      pid: plain.pid,
      send: (type, payload) => plain.send(type, payload),
      next: () => plain.next(),
    };
    const opened = await openInTurn([daemon, bare], short ? OPENINGS_SHORT : OPENINGS);
    const [ours = [], theirs = []] = opened;
    const updates = short ? UPDATES_SHORT : UPDATES;
    const note = `median ${quantile(ours, 0.5).toFixed(1)} ms, bare ${quantile(theirs, 0.5).toFixed(1)} ms`;
    return [
      { budget: 'workbench-open', value: p99(ours), compared: { bare: p99(theirs) }, note },
      {
        budget: 'workbench-typing',
        value: await typeInto(daemon, updates),
        compared: { bare: await typeInto(bare, updates) },
      },
    ];
  },
};

function answeringDaemon(pid: number, socket: CoachSocket): Answering {
  return {
    pid,
    send: (type, payload) => socket.send(type, payload as never),
    next: () => socket.next('fs:content'),
  };
}

/** The milliseconds of each opening, of each of them: they take turns, so that the machine is as busy for both. */
async function openInTurn(answering: readonly Answering[], openings: number): Promise<number[][]> {
  const times = answering.map((): number[] => []);
  const opens = timetable(A_SECOND * answering.length);
  for (let opening = 0; opening < openings * answering.length; opening++) {
    const at = opening % answering.length;
    const one = answering[at];
    await opens(opening);
    if (one === undefined) continue;
    const answered = one.next();
    const startedAt = performance.now();
    one.send('file:open', { path: FILE, reload: true });
    await answered;
    times[at]?.push(performance.now() - startedAt);
  }
  return times;
}

/** How much of a core it takes, in percent, to be told of a key, over and over. */
async function typeInto({ pid, send }: Answering, updates: number): Promise<number> {
  let length = MEGABYTE.length;
  const startedAt = performance.now();
  const updated = timetable(A_SECOND);
  const before = await processorMs(pid);
  for (let update = 0; update < updates; update++) {
    const changes = [{ from: length, to: length, insert: 'x' }];
    send('buffer:update', { path: FILE, changes, length, cursorPosition: { line: 1, column: 1 } });
    length += 1;
    await updated(update + 1);
  }
  const used = (await processorMs(pid)) - before;
  return (used / (performance.now() - startedAt)) * 100;
}

/** Waits until it is time for the one of this number, from now on. */
function timetable(aSecond: number): (number: number) => Promise<void> {
  const startedAt = performance.now();
  return (number) => pause(Math.max(0, startedAt + (number * 1000) / aSecond - performance.now()));
}
