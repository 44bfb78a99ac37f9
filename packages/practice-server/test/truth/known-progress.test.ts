import type { ExerciseProgress } from '@agent-factory/protocol/progress';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { saveReveal } from '../../src/store/records/reveals.js';
import { exerciseOf } from '../../src/truth/exercise-of.js';
import { forgetPassed, notePassed } from '../../src/truth/independence.js';
import type { LatestChecks } from '../../src/truth/latest-checks.js';
import { isSolutionOpen, solutionShownAt } from '../../src/truth/solution-open.js';
import { ID, OTHER, TruthDesk } from './truth-desk.js';

const TITLE = 'It greets';
const [MONDAY, TUESDAY, FRIDAY] = ['2026-03-02T08:00:00.000Z', '2026-03-03T08:00:00.000Z', '2026-03-06T08:00:00.000Z'];

let desk: TruthDesk;
beforeEach(async () => {
  desk = await TruthDesk.open();
});
afterEach(() => desk[Symbol.asyncDispose]());

/** The one criterion there is, as a version knows it. */
const criterion = (known: Partial<ExerciseProgress['criteria'][number]> = {}) => ({
  criteria: [{ name: TITLE, status: 'passed' as const, attempts: 1, hintsRevealed: 0, ...known }],
});

describe('[coach truth-state] how a student stands', () => {
  const nothing = { failureOf: async () => ({ message: undefined, failedInRow: 0 }) } as unknown as LatestChecks;
  const state = () => exerciseOf(desk.host, nothing, ID);
  const hints = async () => (await state())?.criteria[0]?.hints;
  beforeEach(async () => {
    await desk.startedAs('claude');
    desk.config = { criteria: [{ id: 'greets', title: TITLE, hints: ['Look.', 'There.', 'Like this.'] }] };
  });

  test('is known where the lesson site is broken or gone', async () => {
    await desk.progress({ attempts: 2, ...criterion({ status: 'failed' }) });
    desk.cached.mockRejectedValue(new Error('no site'));
    expect(await state()).toMatchObject({
      ...{ title: ID, attempts: 2, criteria: [{ id: TITLE, title: TITLE, status: 'failed' }] },
      failing: { id: TITLE },
    });
  });

  test('has what only the check knows behind the exercise’s own', async () => {
    await desk.progress({
      criteria: [...criterion({ name: 'One more', status: 'failed' }).criteria, ...criterion().criteria],
    });
    expect((await state())?.criteria.map(({ id, status }) => [id, status])).toEqual([
      ['greets', 'passed'],
      ['One more', 'failed'],
    ]);
  });

  test('is at least one failed check where a criterion fails, whatever the events say', async () => {
    await desk.progress(criterion({ status: 'failed' }));
    expect((await state())?.failing).toEqual({ id: 'greets', title: TITLE, failedInRow: 1 });
  });

  test('has no more rungs open than there are by now', async () => {
    await desk.progress(criterion({ hintsRevealed: 5 }));
    expect(await hints()).toEqual({ opened: 3, total: 3, next: null });
  });

  test('has no rung that waits in an exercise that was completed', async () => {
    await saveReveal(desk.store, { exerciseId: ID, criterion: TITLE, at: Date.now(), attempts: 0 });
    await desk.progress(criterion({ hintsRevealed: 1 }));
    expect((await hints())?.next).toEqual({ rung: 2, opensAt: expect.any(String) });
    await desk.progress({ completedAt: MONDAY, ...criterion({ hintsRevealed: 1 }) });
    expect((await hints())?.next).toEqual({ rung: 2, opensAt: null });
  });
});

describe('[coach truth-independence] what was passed', () => {
  const result = { criteria: [{ name: TITLE, status: 'passed', passed: true }] };
  const judged = { exerciseId: ID, version: '2', at: FRIDAY, result } as unknown as Parameters<typeof notePassed>[1];
  const passed = async () => (await desk.passed()).map(({ help, passed_at }) => [help, passed_at]);

  test('was first passed in the version in which it was first passed, of this exercise', async () => {
    await desk.progress({ exerciseId: OTHER, ...criterion({ firstPassedAt: MONDAY }) });
    await desk.progress({ version: '1', ...criterion({ firstPassedAt: TUESDAY }) });
    await desk.progress({ version: '2', ...criterion({ firstPassedAt: FRIDAY }) });
    await notePassed(desk.host, judged);
    expect(await passed()).toEqual([['alone', TUESDAY]]);
  });

  test('stops no check where it cannot be written down', async () => {
    desk.cached.mockRejectedValueOnce(new Error('no site'));
    await notePassed(desk.host, judged);
    expect(desk.log.error).toHaveBeenCalledOnce();
    await notePassed(desk.host, judged);
    expect(await passed()).toEqual([['alone', FRIDAY]]);
  });

  test('is forgotten of one exercise, or of all', async () => {
    for (const exerciseId of [ID, OTHER, 'third-steps']) await notePassed(desk.host, { ...judged, exerciseId });
    await forgetPassed(desk.store, ID);
    expect(await passed()).toHaveLength(2);
    await forgetPassed(desk.store);
    expect(await passed()).toEqual([]);
  });
});

describe('[coach truth-leak] a solution', () => {
  test('was shown when it was first looked at, in any version of this exercise', async () => {
    await desk.progress({ exerciseId: OTHER, solutionShownAt: MONDAY });
    expect([await solutionShownAt(desk.store, ID), await isSolutionOpen(desk.store, ID)]).toEqual([undefined, false]);
    await desk.progress({ version: '1', solutionShownAt: TUESDAY });
    await desk.progress({ version: '2', solutionShownAt: FRIDAY });
    expect([await solutionShownAt(desk.store, ID), await isSolutionOpen(desk.store, ID)]).toEqual([TUESDAY, true]);
  });
});
