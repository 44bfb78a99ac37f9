import { setTimeout as pause } from 'node:timers/promises';
import { SlowModel } from '../../labs/slow-model.js';
import { type CoachSocket, WorkbenchLab } from '../../labs/workbench-lab.js';
import { echoTimes } from '../../measures/echoes.js';
import { median, p99 } from '../../measures/numbers.js';
import type { Row } from '../../row.js';

/** More actions than ten within a minute are flow, in which nobody is asked. */
const EVALUATIONS = 8;
const EVALUATIONS_SHORT = 3;
const KEYS_EACH = 250;
const KEYS_EACH_SHORT = 100;
const WARM_UP_KEYS = 100;
/** Within what a round of keys takes: it has an evaluation's begin, its wait and its end. */
const ANSWER_MS = 150;
const FILES = Object.fromEntries(Array.from({ length: EVALUATIONS + 1 }, (_, n) => [`file-${n}.py`, `print(${n})\n`]));

/** A key and its echo while the observer thinks, beside a daemon in which it is off. */
export const mindEcho: Row = {
  budgets: ['mind-echo'],
  inShort: true,
  async measure({ short, resources }) {
    const model = resources.add(await SlowModel.start({ answerMs: ANSWER_MS }));
    const options = { files: FILES, env: model.env };
    const [on, off] = [await WorkbenchLab.open(resources, options), await WorkbenchLab.open(resources, options)];
    await off.ask('/coach/settings', { parts: { observer: false } });
    const lines = [await on.line(), await off.line()];
    const sockets = [await on.socket(), await off.socket()];
    await echoTimes(lines, WARM_UP_KEYS);
    // The mind is loaded then.
    await evaluate(model, sockets, EVALUATIONS);
    const times: number[][] = lines.map(() => []);
    for (let round = 0; round < (short ? EVALUATIONS_SHORT : EVALUATIONS); round++) {
      const [measured] = await Promise.all([
        echoTimes(lines, short ? KEYS_EACH_SHORT : KEYS_EACH),
        evaluate(model, sockets, round),
      ]);
      for (const [at, some] of measured.entries()) times[at]?.push(...some);
    }
    const [during = [], without = []] = times;
    const note = `median ${median(during).toFixed(2)} ms, observer off ${median(without).toFixed(2)} ms`;
    return [{ budget: 'mind-echo', value: p99(during), compared: { 'observer off': p99(without) }, note }];
  },
};

const ASKED_WITHIN_MS = 5000;

/** In both projects the student opens a file; where the observer is on, a model is asked then. Resolves with its answer. */
async function evaluate(model: SlowModel, sockets: readonly CoachSocket[], file: number): Promise<void> {
  const asked = model.asked + 1;
  for (const socket of sockets) socket.send('file:open', { path: `file-${file}.py` });
  const deadline = performance.now() + ASKED_WITHIN_MS;
  while (model.answered < asked) {
    if (performance.now() > deadline) throw new Error('The observer did not think');
    await pause(5);
  }
}
