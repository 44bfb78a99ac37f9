import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mostOf } from '../../src/model/budget/estimate.js';
import { MODELS } from '../../src/settings/models-list.js';
import { says } from '../fixtures/messages-api.js';
import { failureOf, ModelDesk, question } from './model-desk.js';
import { mostOfQuestion as most } from './most.js';

const GOOD = says({ word: 'loop' });
/** What GOOD costs with the small model. */
const COST = 0.0016;
const HOUR_MS = 3_600_000;

let desk: ModelDesk;
beforeEach(async () => {
  desk = await ModelDesk.make(GOOD);
});
afterEach(async () => {
  vi.useRealTimers();
  await desk[Symbol.asyncDispose]();
});

async function reached(call: Promise<unknown>) {
  const error = await failureOf(call);
  expect(error).toMatchObject({ code: 'budget_reached' });
  return error.facts;
}

describe('the budget', () => {
  test('is a dollar a day and half a dollar a session by default', async () => {
    expect((await desk.settings.current()).budget).toEqual({ dayUsd: 1, sessionUsd: 0.5 });
  });

  test('tells of each call that may have cost something, for which project, once it is counted, and of no other', async () => {
    const told: unknown[] = [];
    const models = desk.models({
      onPaid: (projectId) => void told.push([projectId, desk.rows().length]),
    });
    await models.ask(question({ projectId: 'kata' }));
    await models.ask(question());
    await desk.choose({ budget: { dayUsd: 0.0001, sessionUsd: 1 } });
    await reached(models.ask(question()));
    expect(told).toEqual([
      ['kata', 1],
      [null, 2],
    ]);
  });

  test('of the day ends calls in the middle of the work, before they are sent', async () => {
    await desk.choose({ budget: { dayUsd: most() + 2.5 * COST, sessionUsd: 1 } });
    const models = desk.models();
    const results = [];
    for (let count = 0; count < 5; count++)
      results.push(
        await models.ask(question()).then(
          () => 'answered',
          (error) => error.code,
        ),
      );
    expect(results).toEqual(['answered', 'answered', 'answered', 'budget_reached', 'budget_reached']);
    expect(desk.api.asked).toHaveLength(3);
    expect(desk.rows()).toHaveLength(3);
    expect(await reached(models.ask(question()))).toMatchObject({ limit: 'day', spentUsd: 0.0048 });
  });

  test('of a session is its own', async () => {
    await desk.choose({ budget: { dayUsd: 5, sessionUsd: most() } });
    const [one, other] = [await desk.session(), await desk.session()];
    const models = desk.models();
    await models.ask(question({ sessionId: one }));
    expect(await reached(models.ask(question({ sessionId: one })))).toMatchObject({ limit: 'session', spentUsd: COST });
    await models.ask(question({ sessionId: other }));
    expect((await models.spent(one)).session).toBeCloseTo(COST, 10);
  });

  test('for three lets three of ten calls at once out, and no more than that is ever spent', async () => {
    await desk.choose({ budget: { dayUsd: most() * 3.2, sessionUsd: 1 } });
    const answers: (() => void)[] = [];
    desk.api.say((asked, response) => void answers.push(() => void GOOD(asked, response)));
    const models = desk.models();
    const calls = Array.from({ length: 10 }, () =>
      models.ask(question()).then(
        () => 'answered',
        (error) => error.code,
      ),
    );
    await desk.api.untilAsked(3);
    expect((await models.spent(null)).today).toBeGreaterThan(most() * 2.9);
    await vi.waitFor(async () => expect(await Promise.race([calls.at(-1), 'open'])).toBe('budget_reached'), 15_000);
    for (const answer of answers) answer();
    const ends = await Promise.all(calls);
    expect(ends.filter((end) => end === 'answered')).toHaveLength(3);
    expect(desk.api.asked).toHaveLength(3);
    // What was held and is not needed is free again.
    expect((await models.spent(null)).today).toBeCloseTo(3 * COST, 10);
  });

  test('of nothing means no calls', async () => {
    await desk.choose({ budget: { dayUsd: 0 } });
    expect(await reached(desk.models().ask(question()))).toMatchObject({ limit: 'day', limitUsd: 0 });
    expect(await desk.models().whyNot('explain', null)).toMatch(/settings/);
    expect(desk.api.asked).toEqual([]);
  });

  test('counts a call without usage with all that it may have cost', async () => {
    desk.api.say(says({ word: 'x' }, { usage: null }));
    await desk.models().ask(question());
    expect((await desk.models().spent(null)).today).toBeGreaterThan(0.0164);
  });

  test('that cannot be read lets nothing out', async () => {
    desk.files.run('drop table coach_api_call_log');
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ facts: { reason: 'storage' } });
    expect(desk.api.asked).toEqual([]);
    expect(desk.failures).toHaveLength(1);
  });

  test('knows what the observer has cost in the last hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 5, 10, 12).getTime() });
    const models = desk.models();
    await models.ask(question({ callType: 'observer_triage', part: 'observer' }));
    vi.setSystemTime(Date.now() + 2 * HOUR_MS);
    await models.ask(question({ callType: 'observer_triage', part: 'observer' }));
    await models.ask(question());
    expect((await models.spent(null)).observerLastHour).toBeCloseTo(COST, 10);
  });
});

describe('the day', () => {
  const NOON = new Date(2026, 5, 10, 12).getTime();
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    await desk.choose({ budget: { dayUsd: most(), sessionUsd: 1 } });
    await desk.models().ask(question());
    await reached(desk.models().ask(question()));
  });

  test('begins at the learner’s midnight', async () => {
    vi.setSystemTime(new Date(2026, 5, 10, 23, 59, 59));
    await reached(desk.models().ask(question()));
    vi.setSystemTime(new Date(2026, 5, 11, 0, 0, 1));
    await desk.models().ask(question());
  });

  test.each([1, 13, 24 * 6])('does not begin anew when the clock is set back by %i hours', async (hours) => {
    vi.setSystemTime(NOON - hours * HOUR_MS);
    await reached(desk.models().ask(question()));
  });

  test('is not lost to a clock that was once a year ahead', async () => {
    vi.setSystemTime(NOON + 365 * 24 * HOUR_MS);
    await desk.models().ask(question());
    vi.setSystemTime(NOON + 24 * HOUR_MS);
    await desk.models().ask(question());
  });
});

test('no request costs more than was held for it, in any script', () => {
  for (const text of ['Hello, world! '.repeat(100), '循环'.repeat(500), '🙂'.repeat(300)]) {
    const held = mostOf({
      ...question(),
      userMessage: text,
      model: MODELS.sonnet,
      format: { type: 'json_schema', schema: {} },
      maxTokens: 100,
      tools: [],
    });
    // Two tokens for each character outside the basic plane and one for each within is more than any is charged.
    const tokens = text.startsWith('H') ? text.length / 3 : text.length;
    expect(held).toBeGreaterThan((tokens * 3 + 100 * 15) / 1e6);
  }
});
