import { sessionIdOf } from '@agent-factory/protocol';
import { Lab } from '../labs/lab.js';
import type { Line } from '../lines/line.js';
import { NativeLine } from '../lines/native.js';
import { median } from '../measures/numbers.js';
import { untilOutput } from '../measures/waiting.js';
import type { Row } from '../row.js';

const ROUNDS = 12;
const ROUNDS_SHORT = 4;

/** From connecting to a session that runs to its first output, beside `tmux attach`. */
export const firstPaint: Row = {
  budgets: ['first-paint'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    const exerciseId = lab.newExercise();
    await (await lab.connectedLine(exerciseId))[Symbol.asyncDispose]();
    const own: number[] = [];
    const native: number[] = [];
    for (let round = 0; round < (short ? ROUNDS_SHORT : ROUNDS); round++) {
      const started = await lab.start(exerciseId);
      own.push(await timeFirstOutput(() => lab.connect(started)));
      const server = lab.daemon.tmuxServer(exerciseId);
      native.push(await timeFirstOutput(() => new NativeLine(server, sessionIdOf(exerciseId))));
    }
    return [{ budget: 'first-paint', value: median(own), compared: { native: median(native) } }];
  },
};

async function timeFirstOutput(connect: () => Line): Promise<number> {
  const startedAt = performance.now();
  const line = connect();
  const firstAt = await untilOutput(line, '');
  await line[Symbol.asyncDispose]();
  return firstAt - startedAt;
}
