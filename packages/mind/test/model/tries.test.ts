import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withRetries } from '../../src/model/api/tries.js';
import { Charge, type LogEntry } from '../../src/model/budget/charge.js';
import { ApiRefusalError } from '../../src/model/errors.js';
import { breaks, fails, hangs, type Says, says, sendJson } from '../fixtures/messages-api.js';
import { failureOf, KEY, ModelDesk, question } from './model-desk.js';
import { mostOfQuestion } from './most.js';

const GOOD = says({ word: 'loop' });
const FAILED = { latency_ms: -1, input_tokens: 0, output_tokens: 0, cost_estimate: 0 };
const COST = 0.0016;

let desk: ModelDesk;
beforeEach(async () => {
  desk = await ModelDesk.make(GOOD);
});
afterEach(() => {
  vi.useRealTimers();
  return desk[Symbol.asyncDispose]();
});

const fail = (status: number, headers: Record<string, string> = {}): Says => fails(status, 'Wrong', headers);

describe('a request is sent again', () => {
  test.each([
    ['408', fail(408), 2],
    ['409', fail(409), 2],
    ['a server that wants it', fail(400, { 'x-should-retry': 'true' }), 2],
    ['no server that does not', fail(500, { 'x-should-retry': 'false' }), 1],
    ['no question that is refused', fail(400), 1],
    ['no wait of more than a minute', fail(429, { 'retry-after-ms': '60001' }), 1],
    ['no answer that is no JSON', (_asked, response) => void response.end('{'), 1],
  ] satisfies [string, Says, number][])('after %s', async (_what, script, times) => {
    desk.api.say(script, GOOD);
    await desk
      .models()
      .ask(question())
      .catch(() => undefined);
    expect(desk.api.asked).toHaveLength(times);
  });

  test('when the vendor says', async () => {
    const begun = performance.now();
    desk.api.say((_asked, response) => sendJson(response, 429, {}, { 'retry-after-ms': '150' }), GOOD);
    await desk.models().ask(question());
    expect(performance.now() - begun).toBeGreaterThan(140);
  });

  test('also by the standard’s own header', async () => {
    const begun = performance.now();
    desk.api.say(
      (_asked, response) => sendJson(response, 503, {}, { 'retry-after-ms': '', 'retry-after': '0.2' }),
      GOOD,
    );
    await desk.models().ask(question());
    expect(performance.now() - begun).toBeGreaterThan(190);
  });

  test('only with money of its own: what may be lost counts before the next one', async () => {
    await desk.choose({ budget: { dayUsd: mostOfQuestion() * 1.5, sessionUsd: 1 } });
    desk.api.say(breaks);
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ code: 'budget_reached' });
    expect(desk.api.asked).toHaveLength(1);
    // What was never sent is no call.
    expect(desk.rows()).toMatchObject([{ ...FAILED, cost_beyond: expect.closeTo(mostOfQuestion(), 10) }]);
  });

  test('and both are paid, each in its own row', async () => {
    desk.api.say(breaks, GOOD);
    const models = desk.models();
    const { costUsd } = await models.ask(question());
    expect(costUsd).toBeCloseTo(mostOfQuestion() + COST, 10);
    expect(desk.rows()).toMatchObject([
      { ...FAILED, cost_beyond: expect.closeTo(mostOfQuestion(), 10) },
      { cost_estimate: COST, cost_beyond: 0, input_tokens: 1000 },
    ]);
    expect((await models.spent(null)).today).toBeCloseTo(mostOfQuestion() + COST, 10);
  });

  test('in the middle of a long turn, and no token is counted twice', async () => {
    const paused = says('', {
      content: [{ type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }],
      stopReason: 'pause_turn',
    });
    desk.api.say(paused, fail(500), GOOD);
    const models = desk.models();
    await models.ask(question({ tools: [{ type: 'web_search_20250305', name: 'web_search' }] }));
    expect(desk.api.asked[2]?.body.messages).toHaveLength(2);
    expect(desk.rows()).toMatchObject([
      { ...FAILED, cost_beyond: expect.closeTo(COST, 10) },
      { input_tokens: 1000, cost_estimate: expect.closeTo(COST, 10), cost_beyond: 0 },
    ]);
    expect((await models.spent(null)).today).toBeCloseTo(2 * COST, 10);
  });

  test('not after the daemon has begun to close', async () => {
    desk.api.say(fail(429, { 'retry-after-ms': '30000' }));
    const asking = failureOf(desk.models().ask(question()));
    await desk.api.untilAsked(1);
    await expect.poll(() => desk.rows()).toMatchObject([{ ...FAILED, cost_beyond: 0 }]);
    desk.closing.abort();
    expect(await asking).toMatchObject({ code: 'shutting_down' });
    expect(desk.rows()).toHaveLength(1);
  });

  test('within the time of the whole call alone', async () => {
    desk.api.say(fail(429, { 'retry-after-ms': '5000' }));
    const error = await failureOf(desk.models({ times: { apiCallMs: 4000 } }).ask(question()));
    expect(error).toMatchObject({ facts: { reason: 'rate_limited' } });
    expect(desk.api.asked).toHaveLength(1);
  });

  test.each([
    [0, 375, 500],
    [1, 750, 1000],
  ])('after a growing time where the vendor names none: try %i', async (tries, least, most) => {
    const entry: LogEntry = { usd: 0, begin: async () => undefined, end: async () => undefined };
    const charge = new Charge({
      sessionId: null,
      hold: (one, usd) => one.letOut(usd),
      entry: () => entry,
      keep: () => undefined,
    });
    const at: number[] = [];
    await failureOf(
      withRetries({
        send: async () => {
          at.push(performance.now());
          throw Object.assign(new Error('no'), { status: 500 });
        },
        failureOf: () => ({ error: new Error('no'), mayHaveCost: false }),
        ...{ charge, usd: 1, signal: desk.closing.signal, leftMs: () => 1e6, onFailed: () => undefined },
      }),
    );
    expect(at).toHaveLength(3);
    const waited = (at[tries + 1] ?? 0) - (at[tries] ?? 0);
    expect(waited).toBeGreaterThan(least - 5);
    // Machines stand still at times; that it is the shorter wait shows at the second one.
    if (tries === 1) expect(waited).toBeGreaterThan(most * 0.7);
  });
});

describe('an answer that never ends', () => {
  const drips: Says = ({ body: _ }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };

  test('is ended with its connection, and may have cost all that it could', async () => {
    let closed = 0;
    desk.api.say((asked, response) => {
      response.on('close', () => {
        closed += 1;
      });
      return drips(asked, response);
    });
    const error = await failureOf(desk.models({ times: { apiMs: 200, apiCallMs: 700 } }).ask(question()));
    expect(error).toMatchObject({ code: 'model_unavailable', facts: { reason: 'network' } });
    expect(error.message).toContain('in time');
    await expect.poll(() => closed).toBe(desk.api.asked.length);
    expect(desk.rows()[0]).toMatchObject({ ...FAILED, cost_beyond: expect.closeTo(mostOfQuestion(), 10) });
  });

  test('is not waited for longer than the whole call may take', async () => {
    desk.api.say(hangs);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const failure = failureOf(desk.models({ times: { apiMs: 60_000, apiCallMs: 40_000 } }).ask(question()));
    await desk.api.untilAsked(1);
    vi.advanceTimersByTime(40_000);
    const error = await failure;
    expect(error).toMatchObject({ facts: { reason: 'network' } });
    expect(desk.api.asked).toHaveLength(1);
  });
});

describe('a daemon that is killed', () => {
  test('while a model is asked has counted what that may cost', async () => {
    desk.api.say(hangs);
    const sessionId = await desk.session();
    const asking = failureOf(desk.models().ask(question({ sessionId })));
    await desk.api.untilAsked(1);
    // The next daemon knows nothing but the database.
    const next = await desk.models().spent(sessionId);
    expect(next.today).toBeCloseTo(mostOfQuestion(), 10);
    expect(next.session).toBeCloseTo(mostOfQuestion(), 10);
    expect(desk.rows()).toMatchObject([{ ...FAILED, session_id: sessionId }]);
    desk.closing.abort();
    await asking;
  });

  test('has counted a second request as well as what the first one has cost', async () => {
    const content = [{ type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }];
    desk.api.say(says('', { content, stopReason: 'pause_turn' }), hangs);
    const asking = failureOf(desk.models().ask(question()));
    await desk.api.untilAsked(2);
    expect((await desk.models().spent(null)).today).toBeGreaterThan(mostOfQuestion() + COST);
    expect(desk.rows()).toHaveLength(1);
    desk.closing.abort();
    await asking;
  });

  test('has counted nothing twice', async () => {
    desk.api.say(hangs);
    const models = desk.models();
    const asking = failureOf(models.ask(question()));
    await desk.api.untilAsked(1);
    expect((await models.spent(null)).today).toBeCloseTo(mostOfQuestion(), 10);
    desk.closing.abort();
    await asking;
  });
});

test('money of a row that cannot be corrected counts as it was held', async () => {
  desk.files.run("create trigger full before update on coach_api_call_log begin select raise(abort, 'disk full'); end");
  const models = desk.models();
  expect((await models.ask(question())).value).toEqual({ word: 'loop' });
  expect(desk.failures).toHaveLength(1);
  expect((await models.spent(null)).today).toBeCloseTo(mostOfQuestion(), 10);
});

test('a row that has gone meanwhile is written anew', async () => {
  desk.api.say((asked, response) => {
    desk.files.run('delete from coach_api_call_log');
    return GOOD(asked, response);
  });
  await desk.models().ask(question());
  expect(desk.rows()).toMatchObject([{ input_tokens: 1000, cost_estimate: COST }]);
});

describe('a key that a model says', () => {
  test('is in no refusal, whether it is in use or only looks like one', async () => {
    for (const text of [`Your key is ${KEY}.`, 'You have pasted sk-ant-somebody-else-s.']) {
      for (const more of [{}, { content: [] }] as const) {
        desk.api.say((asked, response) =>
          'content' in more
            ? sendJson(response, 200, {
                ...{ content: [], stop_reason: 'refusal', stop_details: { explanation: text } },
                usage: { input_tokens: 1, output_tokens: 1 },
              })
            : says(text, { stopReason: 'refusal' })(asked, response),
        );
        const error = await failureOf(desk.models().ask(question()));
        expect(error).toBeInstanceOf(ApiRefusalError);
        expect(`${error.stack} ${JSON.stringify(error.facts)}`).not.toMatch(/very-secret|somebody/);
        expect(error.message).toMatch(/…/);
      }
    }
  });

  test('is in no answer', async () => {
    desk.environment.ANTHROPIC_API_KEY = 'another-kind-of-key';
    desk.api.say(says({ word: 'It is another-kind-of-key' }));
    expect((await desk.models().ask(question())).value).toEqual({ word: 'It is …' });
  });

  test('is cut out before its text is shortened', () => {
    expect(new ApiRefusalError(`${'x'.repeat(495)}${KEY}`).message).not.toContain('sk-');
  });
});
