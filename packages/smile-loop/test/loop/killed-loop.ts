// A process that runs a scripted loop in the folder argv[2], and waits to be killed at its step number argv[3].
import { systemClock } from '../../src/loop/clock.js';
import { runLoop } from '../../src/loop/orchestrator.js';
import { Run, readState } from '../../src/loop/store/run.js';
import { asks, completed, gap, LIMITS, notes, Script } from './scripted.js';

const [, , folder = '', killAt = '0'] = process.argv;
let steps = 0;

/** Before and after each time that something is put on disk. */
async function step(name: string): Promise<void> {
  steps += 1;
  if (steps !== Number(killAt)) return;
  process.stdout.write(`waits ${name}\n`);
  setInterval(() => {}, 1000);
  await new Promise(() => {});
}

const run = await Run.open(folder);
const save = run.save.bind(run);
const appendEvent = run.appendEvent.bind(run);
Object.assign(run, {
  async save(...args: Parameters<typeof save>) {
    await step(`before ${args[0].phase}`);
    await save(...args);
    await step(`after ${args[0].phase}`);
  },
  async appendEvent(...args: Parameters<typeof appendEvent>) {
    await step(`before ${args[0].type}`);
    const recorded = await appendEvent(...args);
    await step(`after ${args[0].type}`);
    return recorded;
  },
});

const state = await readState(folder);
/** What the agents say follows from where the run is, not from how often this process asked. */
const agents = new Script({
  student: [() => (agents.studentTasks.at(-1)?.iteration === 1 ? asks : completed)],
  mentor: [() => notes(`of iteration ${agents.mentorTasks.at(-1)?.iteration}`, { gap })],
  judge: [{ passed: true, criteria: [] }],
});
const end = await runLoop(
  {
    agents,
    run,
    clock: systemClock,
    observer: () => {},
    limits: LIMITS,
    retry: { tries: 1, firstMs: 1, maxMs: 1 },
    stop: new AbortController().signal,
    isBudgetSpent: () => false,
  },
  state,
);
await run.close();
process.stdout.write(`${end.status}\n`);
