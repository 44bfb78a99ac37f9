import { sessionIdOf } from '@agent-factory/protocol';
import { Lab, PROMPT } from '../labs/lab.js';
import { NativeLine } from '../lines/native.js';
import { median } from '../measures/numbers.js';
import { untilOutput } from '../measures/waiting.js';
import type { Row } from '../row.js';

const EXERCISES = 12;
const EXERCISES_SHORT = 4;

interface Click {
  readonly promptMs: number;
  readonly firstOutputMs: number;
}

export const click: Row = {
  budgets: ['click-new', 'click-resumed', 'first-paint'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    const created: Click[] = [];
    const resumed: Click[] = [];
    const native: number[] = [];
    for (let n = 0; n < (short ? EXERCISES_SHORT : EXERCISES); n++) {
      const exerciseId = lab.newExercise();
      created.push(await clickPractice(lab, exerciseId));
      resumed.push(await clickPractice(lab, exerciseId));
      native.push(await attachNatively(lab, exerciseId));
    }
    const first = created[0]?.promptMs ?? Number.NaN;
    return [
      // The first also starts the tmux server.
      { budget: 'click-new', value: median(created.map(({ promptMs }) => promptMs)), compared: { first } },
      { budget: 'click-resumed', value: median(resumed.map(({ promptMs }) => promptMs)) },
      {
        budget: 'first-paint',
        value: median(resumed.map(({ firstOutputMs }) => firstOutputMs)),
        compared: { native: median(native) },
      },
    ];
  },
};

/** From the request to the prompt in the terminal; the first output counts from the opening of the socket. */
async function clickPractice(lab: Lab, exerciseId: string): Promise<Click> {
  const clickedAt = performance.now();
  const started = await lab.start(exerciseId);
  const connectingAt = performance.now();
  const line = lab.connect(started);
  const [firstAt, promptAt] = await Promise.all([untilOutput(line, ''), untilOutput(line, PROMPT)]);
  await line[Symbol.asyncDispose]();
  return { promptMs: promptAt - clickedAt, firstOutputMs: firstAt - connectingAt };
}

/** From starting `tmux attach` to its first output. */
async function attachNatively(lab: Lab, exerciseId: string): Promise<number> {
  const startedAt = performance.now();
  const line = new NativeLine(lab.daemon.tmuxServer(exerciseId), sessionIdOf(exerciseId));
  const firstAt = await untilOutput(line, '');
  await line[Symbol.asyncDispose]();
  return firstAt - startedAt;
}
