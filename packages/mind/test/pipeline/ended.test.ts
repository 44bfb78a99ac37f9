import { createPhases, createPlan } from '@agent-factory/coach/store';
import { finishSession } from '@agent-factory/coach/workplace';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endSession } from '../../src/pipeline/wrap-up/end-session.js';
import { deskWithSession } from './fixture.js';

let begun: Awaited<ReturnType<typeof deskWithSession>>;
beforeEach(async () => {
  begun = await deskWithSession();
});
afterEach(() => begun.desk[Symbol.asyncDispose]());

test('a session that was left is not ended by who comes afterwards', async () => {
  const { desk, workplace } = begun;
  await finishSession(workplace, 'abandoned');
  await expect(endSession(desk.room, workplace, 'A story')).rejects.toThrow(/^No active session/);
});

test.each([
  ['with nothing done asks no model', false, 0],
  ['with a plan asks models, also where nothing was written', true, 3],
])('a session %s', async (_what, hasPlan, calls) => {
  const { desk, workplace, sessionId } = begun;
  for (const call of ['knowledge_gap_extraction', 'dreyfus_assessment', 'memory_summarisation'])
    desk.models.say(call, {
      knowledge_gaps: [],
      kata_specs: [],
      assessments: [],
      memories: [],
      session_summary: SUMMARY,
    });
  const { id } = await createPlan(desk.files.store, sessionId, 'a plan');
  if (hasPlan)
    await createPhases(desk.files.store, id, [{ number: 1, title: 'a', description: '', hintLevel: 'none' }]);
  await endSession(desk.room, workplace, '');
  expect(desk.models.calls).toHaveLength(calls);
});

const SUMMARY = { phases_completed: 0, total_time_minutes: 0, hints_used: 0, independent_completions: 0 };
