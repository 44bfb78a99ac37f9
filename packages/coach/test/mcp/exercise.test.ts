import type { ExerciseState } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoachDesk, PROJECT } from '../fixtures/coach-desk.js';

const EXERCISE: ExerciseState = {
  title: 'Add up',
  attempts: 3,
  criteria: [
    {
      id: 'sum',
      title: 'Adds up',
      status: 'failed',
      hints: { opened: 1, total: 3, next: { rung: 2, opensAt: null } },
    },
  ],
  failing: { id: 'sum', title: 'Adds up', message: 'expected 3, got 4', failedInRow: 2 },
  solutionOpened: false,
};

let desk: CoachDesk;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'src/a.ts': 'one\n' });
  await desk.begin();
  desk.exercise = EXERCISE;
});
afterEach(() => desk[Symbol.asyncDispose]());

const exercise = async () => (await desk.call('paige_get_session_state', { include: ['exercise'] })).exercise;

describe('[coach truth-state] how the student stands in an exercise', () => {
  test.each(['everything', 'saved_files'] as const)('is told whole where they show %s', async (visibility) => {
    await desk.coach.setVisibility(PROJECT, visibility);
    expect(await exercise()).toEqual(EXERCISE);
  });

  test('is told where they show nothing, but not what the check says of their work', async () => {
    await desk.coach.setVisibility(PROJECT, 'nothing');
    expect(await exercise()).toEqual({ ...EXERCISE, failing: { id: 'sum', title: 'Adds up', failedInRow: 2 } });
    desk.exercise = { ...EXERCISE, failing: null };
    expect(await exercise()).toEqual({ ...EXERCISE, failing: null });
  });

  test('is part of the whole state, and null in a folder of their own', async () => {
    expect((await desk.call('paige_get_session_state', {})).exercise).toEqual(EXERCISE);
    await desk.restartAs('folder');
    expect(await exercise()).toBeNull();
  });
});
