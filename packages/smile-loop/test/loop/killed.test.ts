import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { readEvents, readState } from '../../src/loop/store/run.js';
import { createRun } from '../../src/loop/store/runs.js';
import { temporary } from './scripted.js';

/** Starts the loop in a process; at the step, kills it. Returns what it said last. */
async function runKilledAt(program: string, folder: string, step: number): Promise<string> {
  const child = spawn(process.execPath, [program, folder, String(step)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let said = '';
  for await (const line of createInterface(child.stdout)) {
    said = line;
    if (line.startsWith('waits')) child.kill('SIGKILL');
  }
  await closed;
  return said;
}

it('[smile-loop 7.E2] [smile-loop 7.S2] is whole and says nothing twice, wherever it is killed and resumed', {
  timeout: 120_000,
}, async () => {
  await using home = await temporary();
  const program = join(home.path, 'killed-loop.mjs');
  const entryPoints = [join(import.meta.dirname, 'killed-loop.ts')];
  await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm', target: 'node20' });
  const kills: string[] = [];
  for (let step = 1; ; step += 1) {
    const { run } = await createRun(home.path, { target: 'a.md', config: {}, versions: {} }, Date.now());
    await run.close();
    const said = await runKilledAt(program, run.folder, step);
    if (!said.startsWith('waits')) break;
    kills.push(said);
    // What was killed when it had ended has nothing to go on with.
    if ((await readState(run.folder)).phase !== 'done')
      expect(await runKilledAt(program, run.folder, 0)).toBe('completed');
    await expectWhole(run.folder);
  }
  expect(new Set(kills).size).toBeGreaterThanOrEqual(16);
});

async function expectWhole(folder: string): Promise<void> {
  const { history, mentorNotes, status } = await readState(folder);
  expect(status).toBe('completed');
  expect(history.map(({ iteration }) => iteration)).toEqual([1, 2]);
  expect(mentorNotes).toEqual(['of iteration 1']);
  const events = await readEvents(folder);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const all = 'iteration_start student_output mentor_output iteration_start student_output loop_complete'.split(' ');
  expect(all.slice(0, events.length)).toEqual(events.map(({ event }) => event.type));
  // Only the end may be missing, where the process died between the last state and its telling.
  expect(events.length).toBeGreaterThanOrEqual(all.length - 1);
}
