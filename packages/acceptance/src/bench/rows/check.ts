import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Lab } from '../labs/lab.js';
import { CHECK_SCRIPT } from '../labs/lessons.js';
import { median } from '../measures/numbers.js';
import type { Row } from '../row.js';

const ROUNDS = 30;
const ROUNDS_SHORT = 8;

export const check: Row = {
  budgets: ['check'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    const exerciseId = lab.newExercise();
    await lab.start(exerciseId);
    const script = join(lab.student.home, 'verify.sh');
    await writeFile(script, CHECK_SCRIPT);
    const direct: number[] = [];
    const asked: number[] = [];
    for (let round = 0; round < (short ? ROUNDS_SHORT : ROUNDS); round++) {
      direct.push(await timed(() => runScript(script, lab)));
      asked.push(await timed(() => checkWork(lab, exerciseId)));
    }
    const alone = median(direct);
    return [{ budget: 'check', value: median(asked) - alone, compared: { 'script alone': alone } }];
  },
};

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function runScript(script: string, { student: { home, env } }: Lab): Promise<void> {
  const child = spawn('sh', [script], { cwd: home, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  child.stderr.resume();
  await once(child, 'close');
}

async function checkWork(lab: Lab, exerciseId: string): Promise<void> {
  const answer = await lab.post('/exercises/verify', { exerciseId });
  if (!answer.includes('"complete":true')) throw new Error(`The check did not pass: ${answer}`);
}
