import { afterEach, expect, it } from 'vitest';
import { coachCall } from '../../src/coach/calls.js';
import { CoachedExercise } from '../../src/coach/coached-exercise.js';
import { THE_END } from '../../src/coach/scripted-coach.js';
import { ADDED_FILE } from '../../src/coach/workbench-exercise.js';
import { AGENTS, type AgentProgram } from '../../src/machine/programs.js';
import { ATTEMPTS } from '../agents/attempts.js';
import { fingerprints } from '../agents/fingerprints.js';
import { describeInTurn } from '../describe-in-turn.js';
import { ALLOWED } from './allowed.js';

let exercise: CoachedExercise;
afterEach(() => exercise[Symbol.asyncDispose]());

/** The exercise of a student who has allowed their agent everything, started from its lesson. */
async function start(agent: AgentProgram, asks: boolean) {
  exercise = await CoachedExercise.open({ agent, prepare: ALLOWED[agent], asks });
  await exercise.start();
  const { model, workspace } = exercise;
  const before = await fingerprints(workspace);
  expect(Object.keys(before)).toContain(ADDED_FILE);
  const attempts = ATTEMPTS[agent].filter(({ works }) => works).flatMap(({ steps }) => steps(workspace));
  return { before, model, workspace, attempts };
}

describeInTurn(AGENTS, 'the real %s in an exercise of a lesson site', (agent) => {
  it(`[workbench no-writing] ${agent}: where the exercise asks for the Workbench, nothing changes in the workspace, and the tools of the coach work`, async () => {
    const { before, model, workspace, attempts } = await start(agent, true);
    const call = coachCall('paige_show_message', { message: 'What is the answer?', type: 'hint' });
    model.will([...attempts, call]);
    await exercise.request(exercise.pane);
    const told = await model.all();
    expect(told).toHaveLength(attempts.length + 1);
    expect(told.at(-1)).toContain('"success":true');
    await exercise.pane.waitForScreen(THE_END);
    expect(await fingerprints(workspace)).toEqual(before);
  });

  it(`${agent}: where it does not, the same attempts change it, and there are no such tools`, async () => {
    const { before, model, workspace, attempts } = await start(agent, false);
    const call = coachCall('paige_get_open_files');
    model.will([...attempts, call]);
    await exercise.request(exercise.pane);
    const told = await model.all();
    expect(told.at(-1)).not.toContain('"success":true');
    await exercise.pane.waitForScreen(THE_END);
    expect(await fingerprints(workspace)).not.toEqual(before);
  });
});
