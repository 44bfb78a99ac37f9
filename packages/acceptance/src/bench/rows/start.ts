import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newStudent } from '../../student.js';
import { median } from '../measures/numbers.js';
import { timeToHealthy } from '../measures/spawned-daemon.js';
import type { Row } from '../row.js';

const ROUNDS = 9;
const ROUNDS_SHORT = 3;
const CLI = fileURLToPath(new URL('../../../../practice-server/dist/cli.js', import.meta.url));

export const start: Row = {
  budgets: ['start'],
  inShort: true,
  async measure({ short, resources }) {
    const times: number[] = [];
    const node: number[] = [];
    for (let round = 0; round < (short ? ROUNDS_SHORT : ROUNDS); round++) {
      const { env, home } = resources.add(await newStudent({ agents: [] }));
      times.push(await timeToHealthy({ argv: [process.execPath, CLI], env, home }));
      node.push(await timeEmptyProgram(env));
    }
    return [{ budget: 'start', value: median(times), compared: { 'node alone': median(node) } }];
  },
};

async function timeEmptyProgram(env: Readonly<Record<string, string>>): Promise<number> {
  const startedAt = performance.now();
  await once(spawn(process.execPath, ['-e', ''], { env: { ...env }, stdio: 'ignore' }), 'exit');
  return performance.now() - startedAt;
}
