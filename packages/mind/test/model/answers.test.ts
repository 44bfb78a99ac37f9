import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Clients } from '../../src/model/api/clients.js';
import { ApiMaxTokensError, ApiRefusalError } from '../../src/model/errors.js';
import { MODELS } from '../../src/settings/models-list.js';
import { says, sendJson } from '../fixtures/messages-api.js';
import { failureOf, KEY, ModelDesk, question } from './model-desk.js';

const GOOD = says({ word: 'loop' });
const SEARCH = { type: 'web_search_20250305', name: 'web_search' };

let desk: ModelDesk;
beforeEach(async () => {
  desk = await ModelDesk.make(GOOD);
});
afterEach(() => desk[Symbol.asyncDispose]());

describe('a question', () => {
  test('goes out with its prompts and the form of its answer, and comes back typed [coaching-backend FR-083] [coaching-backend FR-084] [coaching-backend SC-039]', async () => {
    const { value, model, latencyMs } = await desk.models().ask(question({ sessionId: await desk.session() }));
    expect(value.word.toUpperCase()).toBe('LOOP');
    expect(model).toBe('claude-haiku-4-5-20251001');
    expect(latencyMs).toBeGreaterThan(0);
    expect(desk.api.asked).toHaveLength(1);
    expect(desk.api.asked[0]?.body).toMatchObject({
      system: 'Say a word.',
      messages: [{ role: 'user', content: 'Which word?' }],
      output_config: {
        format: {
          type: 'json_schema',
          schema: {
            type: 'object',
            required: ['word'],
            properties: { word: { type: 'string' } },
            additionalProperties: false,
          },
        },
      },
    });
    expect(desk.api.asked[0]?.body.tools).toBeUndefined();
  });

  test('goes to the model of its tier, at the price of the list [coaching-backend FR-085] [coaching-backend FR-095] [coaching-backend SC-040]', async () => {
    const models = desk.models();
    await models.ask(question({ model: 'haiku' }));
    await models.ask(question({ model: 'sonnet' }));
    expect(desk.api.asked.map(({ body }) => body.model)).toEqual([
      'claude-haiku-4-5-20251001',
      'claude-sonnet-4-5-20250929',
    ]);
    expect(MODELS.haiku).toMatchObject({ inputUsdPerMillion: 0.8, outputUsdPerMillion: 4 });
    expect(MODELS.sonnet).toMatchObject({ inputUsdPerMillion: 3, outputUsdPerMillion: 15 });
  });

  test('may be answered in 4,096 tokens, or in as many as it says [coaching-backend FR-092]', async () => {
    await desk.models().ask(question());
    await desk.models().ask(question({ maxTokens: 8192 }));
    expect(desk.api.asked.map(({ body }) => body.max_tokens)).toEqual([4096, 8192]);
  });

  test('has the same form each time, so that the vendor compiles it once [coaching-backend EC-43]', async () => {
    const models = desk.models();
    await models.ask(question());
    await models.ask(question({ userMessage: 'Another?' }));
    const [first, second] = desk.api.asked.map(({ body }) => JSON.stringify(body.output_config));
    expect(second).toBe(first);
  });

  test('of a slow model is waited for', async () => {
    let answer: () => void = () => undefined;
    desk.api.say((asked, response) => {
      answer = () => void GOOD(asked, response);
    });
    const asking = desk.models().ask(question());
    await desk.api.untilAsked(1);
    answer();
    expect((await asking).value).toEqual({ word: 'loop' });
  });

  test('of many at once has its own answer [coaching-backend EC-44]', async () => {
    desk.api.say((asked, response) => says({ word: String(asked.body.messages[0]?.content) })(asked, response));
    const models = desk.models();
    const words = Array.from({ length: 8 }, (_, index) => `word-${index}`);
    const answers = await Promise.all(words.map((userMessage) => models.ask(question({ userMessage }))));
    expect(answers.map(({ value }) => value.word)).toEqual(words);
    expect(desk.rows()).toHaveLength(8);
  });
});

describe('a client', () => {
  test('is made once for a key, and another one for another [coaching-backend FR-093]', async () => {
    const clients = new Clients();
    const access = { kind: 'key', secret: 'a', baseUrl: desk.api.url } as const;
    const first = await clients.of(access);
    expect(await clients.of({ ...access })).toBe(first);
    expect(await clients.of({ ...access, secret: 'b' })).not.toBe(first);
  });

  test('has the project’s own key before the daemon’s, and a token where there is no key', async () => {
    desk.keys.set('kata', 'sk-of-the-project');
    await desk.models().ask(question({ projectId: 'kata' }));
    await desk.models().ask(question());
    desk.environment.ANTHROPIC_API_KEY = '';
    desk.environment.ANTHROPIC_AUTH_TOKEN = 'token-of-a-gateway';
    await desk.models().ask(question());
    const sent = desk.api.asked.map(({ headers }) => headers['x-api-key'] ?? headers.authorization);
    expect(sent).toEqual(['Bearer sk-of-the-project', `Bearer ${KEY}`, 'Bearer token-of-a-gateway']);
  });

  test('takes nothing from the environment of the process', async () => {
    const before = { ...process.env };
    Object.assign(process.env, {
      ANTHROPIC_API_KEY: 'sk-injected',
      ANTHROPIC_AUTH_TOKEN: 'token-injected',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      ANTHROPIC_CUSTOM_HEADERS: 'x-injected: yes\nAuthorization: Bearer injected',
      ANTHROPIC_LOG: 'debug',
    });
    try {
      await desk.models().ask(question());
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
    }
    expect(desk.api.asked).toHaveLength(1);
    expect(JSON.stringify(desk.api.asked[0]?.headers)).not.toMatch(/injected/);
    expect(desk.api.asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });
});

describe('connector tools', () => {
  test('go along, and the answer is what comes after them, in however many pieces [coaching-backend FR-181]', async () => {
    const content = [
      { type: 'text', text: 'I shall look for it.' },
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'loop' } },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'text', text: '{"word":' },
      { type: 'text', text: '"found"}', citations: [] },
    ];
    const usage = { ...{ input_tokens: 1000, output_tokens: 200 }, server_tool_use: { web_search_requests: 2 } };
    desk.api.say(says('', { content, usage }));
    const { value, costUsd } = await desk.models().ask(question({ tools: [SEARCH] }));
    expect(value).toEqual({ word: 'found' });
    expect(desk.api.asked[0]?.body.tools).toMatchObject([SEARCH]);
    // Two searches at a cent each are paid beside the tokens.
    expect(costUsd).toBeCloseTo(0.0016 + 0.02, 10);
    expect(desk.rows()).toMatchObject([
      { cost_estimate: expect.closeTo(0.0016, 10), cost_beyond: expect.closeTo(0.02, 10) },
    ]);
  });

  test('that pause are told to go on, with what was said so far, and all of it is paid', async () => {
    const begun = [{ type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }];
    desk.api.say(says('', { content: begun, stopReason: 'pause_turn' }), says({ word: 'at last' }));
    const { value } = await desk.models().ask(question({ tools: [SEARCH] }));
    expect(value).toEqual({ word: 'at last' });
    expect(desk.api.asked[1]?.body.messages).toEqual([
      { role: 'user', content: 'Which word?' },
      { role: 'assistant', content: begun },
    ]);
    expect(desk.rows()).toMatchObject([{ input_tokens: 2000, output_tokens: 400 }]);
  });

  test('that pause for ever are not waited for', async () => {
    desk.api.say(
      says('', { content: [{ type: 'server_tool_use', id: 's', name: 'web_search' }], stopReason: 'pause_turn' }),
    );
    expect(await failureOf(desk.models().ask(question({ tools: [SEARCH] })))).toMatchObject({
      code: 'model_answer_unusable',
    });
    expect(desk.api.asked).toHaveLength(4);
  });
});

describe('the call log', () => {
  test('has every call, with all that is known of it [coaching-backend FR-086] [coaching-backend SC-042]', async () => {
    const sessionId = await desk.session();
    await desk.models().ask(question({ sessionId, projectId: 'kata' }));
    expect(desk.rows()).toEqual([
      {
        id: expect.any(String),
        session_id: sessionId,
        project_id: 'kata',
        call_type: 'explain_this',
        model: 'claude-haiku-4-5-20251001',
        input_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
        latency_ms: expect.any(Number),
        input_tokens: 1000,
        output_tokens: 200,
        cost_estimate: expect.closeTo(0.0016, 10),
        cost_beyond: 0,
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(desk.rows()[0]?.latency_ms).toBeGreaterThan(0);
  });

  test.each([
    ['haiku', (12_345 * 0.8 + 678 * 4) / 1e6],
    ['sonnet', (12_345 * 3 + 678 * 15) / 1e6],
  ] as const)(
    'has the cost of the tokens that %s has used [coaching-backend FR-087] [coaching-backend SC-041]',
    async (model, cost) => {
      desk.api.say(says({ word: 'x' }, { usage: { input_tokens: 12_345, output_tokens: 678 } }));
      const { costUsd } = await desk.models().ask(question({ model }));
      expect(costUsd).toBeCloseTo(cost, 12);
      expect(desk.rows()).toMatchObject([{ cost_estimate: expect.closeTo(cost, 12), cost_beyond: 0 }]);
    },
  );

  test('tells questions apart without telling them [coaching-backend FR-088]', async () => {
    await desk.models().ask(question({ userMessage: 'Größe?' }));
    const digest = createHash('sha256').update('Größe?', 'utf8').digest('hex');
    expect(desk.rows()[0]?.input_hash).toBe(digest.slice(0, 16));
  });

  test('that cannot be written loses no answer, and its money still counts', async () => {
    desk.files.run(
      "create trigger full before insert on coach_api_call_log begin select raise(abort, 'disk full'); end",
    );
    const models = desk.models();
    expect((await models.ask(question())).value).toEqual({ word: 'loop' });
    expect(desk.failures).toHaveLength(1);
    expect((await models.spent(null)).today).toBeCloseTo(0.0016, 10);
  });

  test('keeps a call whose session has gone meanwhile', async () => {
    await desk.models().ask(question({ sessionId: 'gone', projectId: 'kata' }));
    expect(desk.rows()).toMatchObject([{ session_id: null, project_id: 'kata', input_tokens: 1000 }]);
    expect(desk.failures).toEqual([]);
  });
});

describe('an answer that is none', () => {
  test('because the model refuses: its words are told, and it is logged [coaching-backend FR-089] [coaching-backend EC-40] [coaching-backend SC-044]', async () => {
    desk.api.say(says('I will not do that.', { stopReason: 'refusal' }));
    const error = await failureOf(desk.models().ask(question()));
    expect(error).toBeInstanceOf(ApiRefusalError);
    expect(error).toMatchObject({ code: 'model_refused', facts: { refusal: 'I will not do that.' } });
    expect(error.message).toContain('I will not do that.');
    expect(desk.rows()).toMatchObject([FAILED]);
  });

  test('because it is cut [coaching-backend FR-090] [coaching-backend EC-41] [coaching-backend EC-45] [coaching-backend SC-045]', async () => {
    desk.api.say(says('{"word":"lo', { stopReason: 'max_tokens' }));
    const error = await failureOf(desk.models().ask(question({ maxTokens: 77 })));
    expect(error).toBeInstanceOf(ApiMaxTokensError);
    expect(error).toMatchObject({ code: 'model_answer_cut', facts: { maxTokens: 77 } });
    expect(desk.rows()).toMatchObject([FAILED]);
  });

  test.each([
    ['is no JSON', says('Hello!'), 'not JSON'],
    ['has another form', says({ word: 7 }), 'word'],
    ['has absurd figures', says({ word: 'x', lines: [1e9] }), 'lines'],
    ['is empty', says('', { content: [] }), 'no text'],
    ['is nested endlessly', says(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 'JSON'],
    ['is longer than so many tokens can be', says({ word: 'x'.repeat(300_000) }), 'longer'],
  ])('because it %s', async (_what, script, issue) => {
    desk.api.say(script);
    const error = await failureOf(desk.models().ask(question()));
    expect(error.code).toBe('model_answer_unusable');
    expect(String(error.facts.issues)).toContain(issue);
    expect(desk.rows()).toMatchObject([FAILED]);
  });

  test('because a gateway answers something else', async () => {
    desk.api.say((_asked, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in'));
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ code: 'model_answer_unusable' });
    desk.api.say(
      (_asked, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":'),
    );
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ code: 'model_answer_unusable' });
    desk.api.say((_asked, response) => sendJson(response, 200, null));
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ code: 'model_answer_unusable' });
  });

  test('because it has megabytes: no more than eight are read', async () => {
    const piece = 'x'.repeat(1024 * 1024);
    let sent = 0;
    desk.api.say(async (_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"word":"');
      while (!response.destroyed && sent < 200) {
        sent++;
        if (!response.write(piece))
          await new Promise<void>((resolve) => {
            response.once('drain', resolve);
            response.once('close', resolve);
          });
      }
      response.end();
    });
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ code: 'model_answer_unusable' });
    expect(sent).toBeLessThan(40);
  });

  test('costs all the same, and the budget knows', async () => {
    const models = desk.models();
    desk.api.say(says('No.', { stopReason: 'refusal' }), says('{', { stopReason: 'max_tokens' }), says('Hello'));
    for (let count = 0; count < 3; count++) await failureOf(models.ask(question()));
    expect(desk.rows()).toMatchObject([FAILED, FAILED, FAILED]);
    expect((await models.spent(null)).today).toBeCloseTo(3 * 0.0016, 10);
    // It is still known after the daemon has been started again.
    expect((await desk.models().spent(null)).today).toBeCloseTo(3 * 0.0016, 10);
  });
});

const FAILED = { latency_ms: -1, input_tokens: 0, output_tokens: 0, cost_estimate: 0, model: MODELS.haiku.id };
