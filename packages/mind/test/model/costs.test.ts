import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mostOf } from '../../src/model/budget/estimate.js';
import { MODELS } from '../../src/settings/models-list.js';
import { fails, hangs, says } from '../fixtures/messages-api.js';
import { failureOf, ModelDesk, question } from './model-desk.js';
import { mostOfQuestion } from './most.js';

const COST = 0.0016;

let desk: ModelDesk;
beforeEach(async () => {
  desk = await ModelDesk.make(says({ word: 'loop' }));
});
afterEach(() => desk[Symbol.asyncDispose]());

describe('what a request may cost at most', () => {
  const asked = {
    systemPrompt: 'x'.repeat(1000),
    userMessage: 'é'.repeat(2000),
    format: { type: 'json_schema', schema: {} },
    model: MODELS.haiku,
    maxTokens: 100,
  } as const;

  test('is a token for two bytes of all that is sent, what the vendor adds, and the longest answer', () => {
    // 1,000 + 4,000 + 2 + 998 bytes are 3,000 tokens, and 1,000 are added.
    expect(mostOf({ ...asked, tools: [] }, 'y'.repeat(998))).toBeCloseTo((4000 * 0.8 + 100 * 4) / 1e6, 12);
  });

  test('has five searches with what they find', () => {
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
    expect(mostOf({ ...asked, tools }, 'y'.repeat(998))).toBeCloseTo((54_000 * 0.8 + 100 * 4) / 1e6 + 0.05, 12);
  });
});

describe('money that is not in the log', () => {
  beforeEach(() =>
    desk.files.run(
      "create trigger full before insert on coach_api_call_log begin select raise(abort, 'disk full'); end",
    ),
  );

  test('counts for its own session alone, once it is paid', async () => {
    const [one, other] = [await desk.session(), await desk.session()];
    const models = desk.models();
    await models.ask(question({ sessionId: one }));
    await models.ask(question());
    const sessions = [await models.spent(one), await models.spent(other), await models.spent(null)];
    expect(sessions.map(({ session }) => session)).toEqual([expect.closeTo(COST, 10), 0, 0]);
    for (const { today } of sessions) expect(today).toBeCloseTo(2 * COST, 10);
  });

  test('counts for its own session alone, while it is held', async () => {
    const [one, other] = [await desk.session(), await desk.session()];
    desk.api.say(hangs);
    const models = desk.models();
    const asking = [failureOf(models.ask(question({ sessionId: one }))), failureOf(models.ask(question()))];
    await desk.api.untilAsked(2);
    const sessions = [await models.spent(one), await models.spent(other), await models.spent(null)];
    expect(sessions.map(({ session }) => session)).toEqual([expect.closeTo(mostOfQuestion(), 10), 0, 0]);
    for (const { today } of sessions) expect(today).toBeCloseTo(2 * mostOfQuestion(), 10);
    desk.closing.abort();
    await Promise.all(asking);
  });
});

test.each([
  ['day', { dayUsd: 0.3, sessionUsd: 5 }, /today/],
  ['session', { dayUsd: 5, sessionUsd: 0.3 }, /this session/],
])('a %s that is used up to its last cent has no room, and one cent is some', async (_what, budget, words) => {
  await desk.choose({ budget });
  const sessionId = await desk.session();
  const models = desk.models();
  for (const [cents, expected] of [
    [29, undefined],
    [1, expect.stringMatching(words)],
  ] as const) {
    desk.files.run(
      "insert into coach_api_call_log values (?, ?, 'kata', 't', 'm', 'h', 1, 1, 1, ?, 0, ?)",
      ...[`row ${cents}`, sessionId, cents / 100, new Date().toISOString()],
    );
    expect(await models.whyNot('explain', null, sessionId)).toEqual(expected);
  }
});

test('tokens that the vendor keeps for later are paid like others', async () => {
  const usage = {
    ...{ input_tokens: 1, output_tokens: 2 },
    ...{ cache_creation_input_tokens: 10, cache_read_input_tokens: 100 },
  };
  desk.api.say(says({ word: 'x' }, { usage }));
  await desk.models().ask(question());
  expect(desk.rows()).toMatchObject([{ input_tokens: 111, output_tokens: 2 }]);
});

test('an answer that has filled the model’s window is cut', async () => {
  desk.api.say(says('{"word":"lo', { stopReason: 'model_context_window_exceeded' }));
  expect(await failureOf(desk.models().ask(question()))).toMatchObject({ code: 'model_answer_cut' });
});

test.each([
  [403, 'auth'],
  [408, 'overloaded'],
  [409, 'overloaded'],
  [500, 'overloaded'],
  [413, 'vendor'],
])('a vendor that answers %i is a matter of %s', async (status, reason) => {
  desk.api.say(fails(status, 'Wrong', { 'x-should-retry': 'false' }));
  expect(await failureOf(desk.models().ask(question()))).toMatchObject({ facts: { reason } });
});
