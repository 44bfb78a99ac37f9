import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Budget } from '../../src/gateway/cost/budget.js';
import { builtInPrices, costOf, loadPrices } from '../../src/gateway/cost/prices.js';
import type { JsonObject } from '../../src/gateway/vendors/json.js';
import { NO_USAGE, newReading } from '../../src/gateway/vendors/reading.js';
import type { VendorName } from '../../src/gateway/vendors/vendor.js';
import { VENDORS } from '../../src/gateway/vendors/vendors.js';
import { events, startVendor } from './fake-vendor.js';
import { SECRET, STUDENT, startGateway } from './gateway-fixture.js';

const usage = { input_tokens: 100, input_tokens_details: { cached_tokens: 40 }, output_tokens: 7 };

test('Codex is answered, counted and kept from the web', async () => {
  const response = { object: 'response', model: 'gpt-5-codex', status: 'completed', output: [], usage };
  await using vendor = await startVendor((answer) => events(answer, { type: 'response.completed', response }).end());
  await using gateway = await startGateway(vendor.url, { agent: { ...STUDENT, provider: 'codex' } });
  const tools = [{ type: 'function', name: 'exec' }, { type: 'web_search' }];
  await (await gateway.ask('/openai/v1/responses', { model: 'gpt-5-codex', stream: true, tools })).text();
  expect(vendor.asked[0]).toMatchObject({ path: '/v1/responses', headers: { authorization: `Bearer ${SECRET}` } });
  expect(vendor.asked[0]?.body.tools).toEqual([tools[0]]);
  expect(gateway.calls).toMatchObject([{ tokensIn: 100, cachedTokensIn: 40, tokensOut: 7, stopReason: 'completed' }]);
});

test('Gemini CLI is answered, counted and kept from the web', async () => {
  const usageMetadata = {
    promptTokenCount: 100,
    cachedContentTokenCount: 40,
    candidatesTokenCount: 5,
    thoughtsTokenCount: 2,
  };
  await using vendor = await startVendor((answer) => {
    events(answer, { candidates: [{ finishReason: 'STOP' }], usageMetadata }).end();
  });
  await using gateway = await startGateway(vendor.url, { agent: { ...STUDENT, provider: 'gemini' } });
  const path = `/google/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse&key=${gateway.token}`;
  const body = {
    contents: [],
    tools: [{ googleSearch: {}, functionDeclarations: [{ name: 'run' }] }, { urlContext: {} }],
  };
  await (await gateway.ask(path, body, { headers: {} })).text();
  expect(vendor.asked[0]?.path).toBe('/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse');
  expect(vendor.asked[0]?.headers['x-goog-api-key']).toBe(SECRET);
  expect(vendor.asked[0]?.body.tools).toEqual([{ functionDeclarations: [{ name: 'run' }] }]);
  expect(gateway.calls).toMatchObject([
    { model: 'gemini-2.5-flash', tokensIn: 100, cachedTokensIn: 40, tokensOut: 7, stopReason: 'STOP' },
  ]);
});

const failed = (code: string) => ({ type: 'response.failed', response: { status: 'failed', error: { code } } });
test.each<[VendorName, JsonObject, string, boolean]>([
  ['anthropic', { type: 'message_delta', delta: { stop_reason: 'refusal' } }, 'refusal', true],
  ['anthropic', { type: 'message_delta', delta: { stop_reason: 'max_tokens' } }, 'max_tokens', false],
  [
    'openai',
    { object: 'response', status: 'completed', output: [{ content: [{ type: 'refusal' }] }] },
    'completed',
    true,
  ],
  [
    'openai',
    { type: 'response.incomplete', response: { incomplete_details: { reason: 'content_filter' } } },
    'content_filter',
    true,
  ],
  ['openai', failed('server_error'), 'server_error', false],
  ['google', { candidates: [{ finishReason: 'SAFETY' }] }, 'SAFETY', true],
  ['google', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }, 'PROHIBITED_CONTENT', true],
  ['google', { candidates: [{ finishReason: 'MAX_TOKENS' }] }, 'MAX_TOKENS', false],
])('%s: %j stops by %s, refusal: %s', (name, answer, stopReason, refusal) => {
  const reading = newReading();
  VENDORS[name].read(reading, answer);
  expect(reading).toMatchObject({ stopReason, refusal });
});

test('a model has a price with its date, above a limit, by a file, or none', async () => {
  const used = { ...NO_USAGE, input: 1_000_000 };
  const prices = builtInPrices();
  expect(costOf(prices, 'claude-haiku-4-5-20251001', used)).toBe(1);
  expect(costOf(prices, 'gemini-2.5-pro', used)).toBe(2.5);
  expect(costOf(prices, 'some-model', used)).toBeNull();
  const folder = await mkdtemp(join(tmpdir(), 'smile-prices-'));
  const file = join(folder, 'prices.json');
  await writeFile(file, '{"some-model":{"input":3,"cacheRead":1,"output":4}}');
  expect(costOf(await loadPrices(file), 'some-model', used)).toBe(3);
  await writeFile(file, '{"some-model":{"input":"much"}}');
  await expect(loadPrices(file)).rejects.toMatchObject({ code: 'config_invalid' });
  await rm(folder, { recursive: true });
});

test('a budget tells what is spent, and that it does not know all costs', () => {
  const seen: unknown[] = [];
  const budget = new Budget({ usd: 1 }, { onChange: (spent) => seen.push(spent) });
  budget.charge({ usd: 0.6, tokensIn: 10, tokensOut: 1 });
  expect(budget.exhausted).toBeUndefined();
  budget.charge({ usd: null, tokensIn: 10, tokensOut: 1 });
  budget.charge({ usd: 0.4, tokensIn: 0, tokensOut: 0 });
  expect(budget.exhausted).toBe('1 US dollars');
  expect(seen.at(-1)).toEqual({ usd: null, tokensIn: 20, tokensOut: 2 });
});
