import { setTimeout as pause } from 'node:timers/promises';
import { processorMs } from '../../../machine/process-use.js';
import { SlowModel } from '../../labs/slow-model.js';
import { WorkbenchLab } from '../../labs/workbench-lab.js';
import type { Row } from '../../row.js';

/** As for the daemon itself, in `rows/idle.ts`. */
const SETTLE_MS = 40_000;
const SETTLE_SHORT_MS = 2000;
const LOOK_MS = 20_000;
const LOOK_SHORT_MS = 6000;

/** What the observer costs while a student who has a session and a page open does nothing, beside a daemon without it. */
export const mindIdle: Row = {
  budgets: ['mind-idle'],
  inShort: true,
  async measure({ short, resources }) {
    const model = resources.add(await SlowModel.start({ answerMs: 100 }));
    const [on, off] = [await WorkbenchLab.open(resources, model), await WorkbenchLab.open(resources, model)];
    await off.ask('/coach/settings', { parts: { observer: false } });
    await on.ask('/coach/settings', { parts: { observer: true } });
    for (const lab of [on, off]) {
      await lab.line();
      await lab.socket();
    }
    await pause(short ? SETTLE_SHORT_MS : SETTLE_MS);
    const pids = [on, off].map(({ daemon }) => daemon.pid);
    const lookMs = short ? LOOK_SHORT_MS : LOOK_MS;
    const before = await Promise.all(pids.map(processorMs));
    const askedBefore = model.asked;
    await pause(lookMs);
    const after = await Promise.all(pids.map(processorMs));
    if (model.asked !== askedBefore) throw new Error('A model was asked although nothing happened');
    const [withIt = Number.NaN, without = Number.NaN] = after.map(
      (used, at) => ((used - (before[at] ?? Number.NaN)) / lookMs) * 100,
    );
    return [{ budget: 'mind-idle', value: withIt, compared: { 'observer off': without } }];
  },
};
