import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { breaks, fails, hangs, says } from '../fixtures/messages-api.js';
import { failureOf, KEY, ModelDesk, question } from './model-desk.js';

const GOOD = says({ word: 'loop' });
const FAILED = { latency_ms: -1, input_tokens: 0, output_tokens: 0, cost_estimate: 0 };
const TRIES = 3;
/** Each try is a row of its own. */
const ALL_FAILED = Array.from({ length: TRIES }, () => FAILED);
const FREE = ALL_FAILED.map((row) => ({ ...row, cost_beyond: 0 }));

let desk: ModelDesk;
beforeEach(async () => {
  desk = await ModelDesk.make(GOOD);
});
afterEach(() => {
  vi.useRealTimers();
  return desk[Symbol.asyncDispose]();
});

describe('a call that fails', () => {
  test('for a key that is not accepted is not tried again [coaching-backend EC-38]', async () => {
    desk.api.say(fails(401, `invalid x-api-key ${KEY}`));
    const error = await failureOf(desk.models().askAgain(question()));
    expect(error).toMatchObject({ code: 'model_unavailable', facts: { reason: 'auth' } });
    expect(error.message).toContain('ANTHROPIC_API_KEY');
    expect(desk.api.asked).toHaveLength(1);
    expect(desk.rows()).toMatchObject([FAILED]);
  });

  test.each([
    ['is asked too often', 429, 'rate_limited'],
    ['has an error', 500, 'overloaded'],
    ['is overloaded', 529, 'overloaded'],
  ])(
    'because the vendor %s is tried three times, and each is logged [coaching-backend FR-091] [coaching-backend EC-39] [coaching-backend SC-043]',
    async (_what, status, reason) => {
      desk.api.say(fails(status));
      expect(await failureOf(desk.models().ask(question()))).toMatchObject({
        code: 'model_unavailable',
        facts: { reason },
      });
      expect(desk.api.asked).toHaveLength(TRIES);
      expect(desk.rows()).toMatchObject(FREE);
    },
  );

  test('at first, and then not, has its answer, and both tries in the log [coaching-backend EC-39]', async () => {
    desk.api.say(fails(429), GOOD);
    const { value, costUsd } = await desk.models().ask(question());
    expect([value, costUsd]).toEqual([{ word: 'loop' }, 0.0016]);
    expect(desk.rows()).toMatchObject([{ ...FAILED, cost_beyond: 0 }, { input_tokens: 1000 }]);
  });

  test('because the connection breaks each time [coaching-backend EC-42]', async () => {
    desk.api.say(breaks);
    const error = await failureOf(desk.models().ask(question()));
    expect(error).toMatchObject({ code: 'model_unavailable', facts: { reason: 'network' } });
    expect(desk.api.asked).toHaveLength(TRIES);
    expect(desk.rows()).toMatchObject(ALL_FAILED);
  });

  test('because no answer comes in time may have cost all that it could [coaching-backend EC-42]', async () => {
    desk.api.say(hangs);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const failure = failureOf(desk.models({ times: { apiMs: 30_000 } }).ask(question()));
    for (let count = 1; count <= TRIES; count += 1) {
      // However long a busy machine takes to bring it there, each request is one that the vendor has.
      await desk.api.untilAsked(count);
      vi.advanceTimersByTime(30_000);
    }
    const error = await failure;
    expect(error).toMatchObject({ code: 'model_unavailable', facts: { reason: 'network' } });
    expect(desk.api.asked).toHaveLength(TRIES);
    expect(desk.rows()).toMatchObject(ALL_FAILED);
    for (const row of desk.rows()) expect(row.cost_beyond).toBeGreaterThan((4096 * 4) / 1e6);
  });

  test('because nobody is there has cost nothing', async () => {
    await desk.api[Symbol.asyncDispose]();
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ facts: { reason: 'network' } });
    expect(desk.rows()).toMatchObject(FREE);
  });

  test('for a model that is gone says where to choose another', async () => {
    desk.api.say(fails(404, 'model: claude-haiku-4-5-20251001'));
    const error = await failureOf(desk.models().ask(question()));
    expect(error).toMatchObject({ facts: { reason: 'vendor' } });
    expect(error.message).toMatch(/coach\.json/);
  });

  test('tells the key to nobody', async () => {
    for (const script of [fails(400, `what is ${KEY}?`), fails(401, KEY), fails(500, KEY), breaks]) {
      desk.api.say(script);
      const error = await failureOf(desk.models().ask(question()));
      expect(`${error.stack} ${JSON.stringify(error.facts)} ${error.cause}`).not.toContain('very-secret');
    }
    for (const broken of [`${KEY}\n${KEY}`, `${KEY} é`]) {
      desk.environment.ANTHROPIC_API_KEY = broken;
      const error = await failureOf(desk.models().ask(question()));
      expect(error).toMatchObject({ code: 'model_unavailable', facts: { reason: 'auth' } });
      expect(`${error.stack} ${error.cause}`).not.toContain('very-secret');
    }
    expect(JSON.stringify([desk.logged, desk.rows(), desk.failures])).not.toContain('very-secret');
  });
});

describe('a second try', () => {
  test.each([
    ['the network', breaks],
    ['429', fails(429)],
    ['500', fails(500)],
  ])(
    'comes a second after %s has failed, once, and both are logged [coaching-backend FR-159]',
    async (_what, script) => {
      desk.api.say(script, script, script, GOOD);
      expect((await desk.models().askAgain(question())).value).toEqual({ word: 'loop' });
      expect(desk.pauses).toEqual([1000]);
      expect(desk.rows()).toMatchObject([...ALL_FAILED, { input_tokens: 1000 }]);
    },
  );

  test('is the last [coaching-backend FR-159]', async () => {
    desk.api.say(fails(500));
    expect(await failureOf(desk.models().askAgain(question()))).toMatchObject({ facts: { reason: 'overloaded' } });
    expect(desk.pauses).toEqual([1000]);
    expect(desk.rows()).toMatchObject([...ALL_FAILED, ...ALL_FAILED]);
  });

  test.each([
    ['a bad key', fails(401)],
    ['a question that is refused', fails(400)],
    ['a refusal', says('No', { stopReason: 'refusal' })],
    ['a cut answer', says('{', { stopReason: 'max_tokens' })],
    ['an unusable answer', says('Hm')],
  ])('does not come after %s [coaching-backend FR-159]', async (_what, script) => {
    desk.api.say(script);
    await failureOf(desk.models().askAgain(question()));
    expect(desk.pauses).toEqual([]);
    expect(desk.api.asked).toHaveLength(1);
  });
});

describe('a call that nobody waits for', () => {
  test('ends when the daemon closes', async () => {
    desk.api.say(hangs);
    const asking = failureOf(desk.models().askAgain(question()));
    await desk.api.untilAsked(1);
    desk.closing.abort();
    expect(await asking).toMatchObject({ code: 'shutting_down' });
    expect(desk.pauses).toEqual([]);
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ code: 'shutting_down' });
    expect(desk.api.asked).toHaveLength(1);
  });

  test('ends when it is withdrawn', async () => {
    desk.api.say(hangs);
    const gone = new AbortController();
    const asking = failureOf(desk.models().ask(question({ signal: gone.signal })));
    await desk.api.untilAsked(1);
    gone.abort();
    expect(await asking).toMatchObject({ code: 'model_unavailable', facts: { reason: 'aborted' } });
    expect(desk.rows()).toMatchObject([FAILED]);
  });
});

describe('no call is made', () => {
  test('without a key, and what to do is said', async () => {
    desk.environment.ANTHROPIC_API_KEY = ' ';
    const models = desk.models();
    const error = await failureOf(models.ask(question()));
    expect(error).toMatchObject({ code: 'model_unavailable', facts: { reason: 'no_key' } });
    expect(error.message).toMatch(/ANTHROPIC_API_KEY/);
    expect(await models.whyNot('explain', null)).toBe(error.message);
    expect([desk.api.asked, desk.rows()]).toEqual([[], []]);
  });

  test('for a part that is turned off, or if models are', async () => {
    await desk.choose({ parts: { explain: false } });
    const models = desk.models();
    expect(await failureOf(models.ask(question()))).toMatchObject({ facts: { reason: 'off' } });
    expect(await models.whyNot('explain', null)).toMatch(/turned off/);
    expect(await models.whyNot('review', null)).toBeUndefined();
    await desk.settings.change({ route: 'off', parts: { explain: true } });
    expect(await failureOf(models.ask(question()))).toMatchObject({ facts: { reason: 'off' } });
    expect(desk.api.asked).toEqual([]);
  });

  test('to an address that is none', async () => {
    desk.environment.ANTHROPIC_BASE_URL = 'file:///etc/passwd';
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ code: 'model_unavailable' });
  });
});
