import { mindStatusSchema } from '@agent-factory/protocol/mind';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mindStatus } from '../../src/status/status.js';
import { says } from '../fixtures/messages-api.js';
import { ModelDesk, question } from '../model/model-desk.js';

let desk: ModelDesk;
beforeEach(async () => {
  desk = await ModelDesk.make(says({ word: 'loop' }));
});
afterEach(() => desk[Symbol.asyncDispose]());

function status(projectId: string | null = null, available = true) {
  const memory = async () => ({ kept: 'here' as const, available });
  return mindStatus({ host: desk.host, settings: desk.settings, models: desk.models(), memory }, projectId);
}

test('with a key everything works, and what was spent is told', async () => {
  const sessionId = await desk.session();
  await desk.models().ask(question({ sessionId, callType: 'observer_triage', part: 'observer' }));
  const told = mindStatusSchema.parse(await status('kata'));
  expect(told).toMatchObject({ route: 'auto', reached: 'api', advice: '' });
  expect(Object.values(told.parts).map(({ works }) => works)).not.toContain(false);
  expect(told.budget).toEqual({
    dayUsd: 1,
    sessionUsd: 0.5,
    spentTodayUsd: 0.0016,
    spentSessionUsd: 0.0016,
    observerLastHourUsd: 0.0016,
  });
  expect((await status()).budget.spentSessionUsd).toBe(0);
});

test('without one, each part says what it would do, what would leave the machine, and what to do', async () => {
  desk.environment.ANTHROPIC_API_KEY = '';
  await desk.choose({ parts: { review: false } });
  const told = mindStatusSchema.parse(await status(null, false));
  expect(told.reached).toBeNull();
  expect(told.advice).toMatch(/ANTHROPIC_API_KEY/);
  expect(told.parts.explain).toMatchObject({ enabled: true, works: false });
  expect(told.parts.explain.explanation).toMatch(/The selection.*go to the model.*ANTHROPIC_API_KEY/s);
  expect(told.parts.review).toMatchObject({ enabled: false, works: false });
  expect(told.parts.review.explanation).toMatch(/turned off/);
  expect(told.parts.memory).toMatchObject({ works: false });
});

test('a broken file of settings is told', async () => {
  const { writeFile } = await import('node:fs/promises');
  await writeFile(desk.host.settingsFile, '{');
  expect((await status()).advice).toContain(desk.host.settingsFile);
});
