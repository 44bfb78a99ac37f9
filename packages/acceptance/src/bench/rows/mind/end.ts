import { join } from 'node:path';
import { SlowModel } from '../../labs/slow-model.js';
import { type CoachSocket, WorkbenchLab } from '../../labs/workbench-lab.js';
import { fillYear } from '../../labs/year.js';
import { median } from '../../measures/numbers.js';
import { timed } from '../../measures/timed.js';
import type { Row } from '../../row.js';

const SESSIONS = 7;
const SESSIONS_SHORT = 3;
const ANSWER_MS = 200;
/** Gaps, skills, memories. */
const QUESTIONS = 3;
const FILES = { 'main.py': 'print(1)\n', 'test_main.py': 'assert True\n' };

/** From the student's end of a session until they are told what came of it, without the time of the model. */
export const mindEnd: Row = {
  budgets: ['mind-end'],
  inShort: true,
  async measure({ short, resources }) {
    const model = resources.add(await SlowModel.start({ answerMs: ANSWER_MS }));
    const lab = await WorkbenchLab.open(resources, { files: FILES, env: model.env });
    await lab.daemon.stop();
    fillYear(join(lab.home, '.af-practice', 'state.db'));
    await lab.daemon.restart();
    // What memories are found by is made once, and not by the end of a session.
    await lab.ask('/coach/memories?query=anything');
    await lab.ask('/coach/settings', { parts: { observer: false } });
    const socket = await lab.socket();
    const beyond: number[] = [];
    const whole: number[] = [];
    for (let session = 0; session < (short ? SESSIONS_SHORT : SESSIONS); session++) {
      await work(socket, session);
      const [asked, took] = [model.asked, model.tookMs];
      const ended = socket.next('session:ended');
      const { ms } = await timed(() => {
        socket.send('session:end', {});
        return ended;
      });
      if (model.asked !== asked + QUESTIONS) throw new Error(`A model was asked ${model.asked - asked} times`);
      whole.push(ms);
      beyond.push(ms - (model.tookMs - took));
    }
    const note = `whole ${median(whole).toFixed(0)} ms, at most ${Math.max(...beyond).toFixed(0)} ms beyond`;
    return [{ budget: 'mind-end', value: median(beyond), note }];
  },
};

/** A session in which something was done. */
async function work(socket: CoachSocket, session: number): Promise<void> {
  const started = socket.next('session:started');
  socket.send('session:start', { issueNumber: session + 1 });
  await started;
  for (const path of Object.keys(FILES)) {
    const opened = socket.next('fs:content');
    socket.send('file:open', { path });
    await opened;
    const saved = socket.next('fs:save_ack');
    socket.send('file:save', { path, content: `print(${session})\n` });
    await saved;
  }
}
