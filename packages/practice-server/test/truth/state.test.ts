import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentClient } from '../coach/support/agent-client.js';
import { secretOf } from '../coach/support/coaching.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { ID, LADDER, SOLUTION, THERE, Tutored, WRITTEN } from './tutored.js';

const MESSAGE = 'Write done into answer.txt.';
const NO_HINTS = { opened: 0, total: 0, next: null };

let tutored: Tutored;
beforeEach(async () => {
  tutored = await Tutored.open();
});
afterEach(() => tutored[Symbol.asyncDispose]());

const written = async () => (await tutored.exercise())?.criteria[1];

describe('[coach truth-state] what a tutor sees of an exercise', () => {
  test('is that nothing was checked or opened yet', async () => {
    expect(await tutored.exercise()).toEqual({
      title: `Exercise ${ID}`,
      attempts: 0,
      criteria: [
        { id: 'there', title: THERE, status: 'skipped', hints: NO_HINTS },
        {
          id: 'written',
          title: WRITTEN,
          status: 'skipped',
          hints: { opened: 0, total: 3, next: { rung: 1, opensAt: null } },
        },
      ],
      failing: null,
      solutionOpened: false,
    });
  });

  test('is the criterion that fails, why, in how many checks in a row, and none once it passes', async () => {
    await tutored.check();
    expect(await tutored.exercise()).toMatchObject({
      attempts: 1,
      criteria: [{ status: 'passed' }, { status: 'failed' }],
      failing: { id: 'written', title: WRITTEN, message: MESSAGE, failedInRow: 1 },
    });
    await tutored.check();
    await tutored.check();
    expect((await tutored.exercise())?.failing).toMatchObject({ failedInRow: 3 });
    await tutored.write('answer.txt', 'done');
    await tutored.check();
    expect(await tutored.exercise()).toMatchObject({ attempts: 4, failing: null });
    await tutored.write('answer.txt', 'undone');
    await tutored.check();
    expect((await tutored.exercise())?.failing).toMatchObject({ failedInRow: 1 });
  });

  test('is which rung of the hints is open, when the next one opens, and nothing of what they say', async () => {
    const { json } = await tutored.hint();
    expect((await written())?.hints).toEqual({ opened: 1, total: 3, next: { rung: 2, opensAt: json.nextAt } });
    await tutored.check();
    expect((await written())?.hints.next).toEqual({ rung: 2, opensAt: null });
    await tutored.hint();
    await tutored.check();
    await tutored.hint();
    expect((await written())?.hints).toEqual({ opened: 3, total: 3, next: null });
    const text = JSON.stringify(await tutored.agent.call('paige_get_session_state', {}));
    for (const secret of [...LADDER, SOLUTION]) expect(text).not.toContain(secret);
  });

  test('is whether they have looked at the solution', async () => {
    await tutored.openSolution();
    expect(await tutored.exercise()).toMatchObject({ solutionOpened: true });
  });

  test('is there where they show nothing, without what the check says', async () => {
    await tutored.check();
    await tutored.daemon.post('/coach/visibility', { projectId: ID, visibility: 'nothing' });
    const state = await tutored.exercise();
    expect(state).toMatchObject({ attempts: 1, criteria: [{ status: 'passed' }, { status: 'failed' }] });
    expect(state?.failing).toEqual({ id: 'written', title: WRITTEN, failedInRow: 1 });
  });

  test('is there after a restart, and gone with the progress that the student resets', async () => {
    await tutored.check();
    await tutored.check();
    const { home } = tutored.daemon;
    await tutored.daemon.daemon.close();
    await using daemon = await TestDaemon.open({ home, content: home.in('site') });
    await daemon.start();
    await using agent = await AgentClient.connect(daemon.url, await secretOf(home, ID));
    const state = () => agent.call('paige_get_session_state', { include: ['exercise'] });
    expect((await state()).exercise?.failing).toEqual({
      id: 'written',
      title: WRITTEN,
      message: MESSAGE,
      failedInRow: 2,
    });
    await daemon.post('/progress/reset', { exerciseId: ID, confirmed: true });
    expect((await state()).exercise).toMatchObject({ attempts: 0, failing: null });
    await daemon.post('/exercises/verify', { exerciseId: ID });
    expect((await state()).exercise?.failing).toMatchObject({ failedInRow: 1 });
  });
});
