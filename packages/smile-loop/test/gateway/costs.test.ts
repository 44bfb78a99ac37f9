import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Budget } from '../../src/gateway/cost/budget.js';
import { builtInPrices, costOf, loadPrices } from '../../src/gateway/cost/prices.js';
import { keyOf } from '../../src/gateway/recording/key.js';
import { Recordings } from '../../src/gateway/recording/recordings.js';
import { upstreamsOf } from '../../src/gateway/upstreams.js';
import { NO_USAGE, newReading } from '../../src/gateway/vendors/reading.js';
import { VENDORS } from '../../src/gateway/vendors/vendors.js';

const web = { type: 'web_search' };
const exec = { type: 'function', name: 'exec' };

test('a budget counts tokens in both directions, and what was spent before', () => {
  const budget = new Budget({ tokens: 30 }, { before: { usd: 1, tokensIn: 10, tokensOut: 5 } });
  expect(budget.spent).toEqual({ usd: 1, tokensIn: 10, tokensOut: 5 });
  budget.charge({ usd: 0, tokensIn: 9, tokensOut: 5 });
  expect(budget.exhausted).toBeUndefined();
  budget.charge({ usd: 0, tokensIn: 0, tokensOut: 1 });
  expect(budget.exhausted).toBe('30 tokens');
});

test('a price is for the tokens up to its limit, for each kind of cache, and by any name of its model', async () => {
  const prices = builtInPrices();
  const priced = (model: string, more: object) => costOf(prices, model, { ...NO_USAGE, ...more });
  expect(priced('gemini-2.5-pro', { input: 200_000 })).toBeCloseTo(0.25, 9);
  expect(priced('gemini-2.5-pro', { input: 200_001 })).toBeCloseTo(0.500_002_5, 9);
  expect(priced('claude-sonnet-5', { input: 1e6, cacheWrite: 1e6 })).toBeCloseTo(2.5, 9);
  expect(priced('claude-sonnet-5', { input: 1e6, cacheWriteLong: 1e6 })).toBeCloseTo(4, 9);
  for (const name of ['claude-sonnet-5-latest', 'claude-sonnet-5[1m]', 'models/claude-sonnet-5']) {
    expect(priced(name, { input: 1e6 }), name).toBe(2);
  }
  const folder = await mkdtemp(join(tmpdir(), 'smile-prices-'));
  await writeFile(join(folder, 'prices.json'), '{"claude-sonnet-5":{"input":7,"cacheRead":1,"output":4}}');
  const own = await loadPrices(join(folder, 'prices.json'));
  expect(costOf(own, 'claude-sonnet-5', { ...NO_USAGE, input: 1e6 })).toBe(7);
  await rm(folder, { recursive: true });
});

test('credentials are taken as each CLI takes them', () => {
  expect(upstreamsOf({ GOOGLE_API_KEY: 'k' }).google.headers).toEqual({ 'x-goog-api-key': 'k' });
  expect(upstreamsOf({ ANTHROPIC_AUTH_TOKEN: 't', ANTHROPIC_API_KEY: 'k' }).anthropic).toMatchObject({
    headers: { authorization: 'Bearer t' },
    secrets: ['t'],
  });
  const own = { ANTHROPIC_BASE_URL: 'http://a', OPENAI_BASE_URL: 'http://a', GOOGLE_GEMINI_BASE_URL: 'http://a' };
  expect(Object.values(upstreamsOf(own)).map(({ isVendor }) => isVendor)).toEqual([false, false, false]);
  expect(Object.values(upstreamsOf({})).map(({ isVendor }) => isVendor)).toEqual([true, true, true]);
});

test('Claude’s web tools are taken away with what calls or chooses them', () => {
  const { withoutWeb } = VENDORS.anthropic;
  const bash = { name: 'Bash' };
  const fetch = { type: 'web_fetch_20250910', name: 'web_fetch' };
  expect(withoutWeb({ tools: [bash, { type: 'mcp_toolset', name: 'm' }] })).toEqual({ tools: [bash] });
  expect(withoutWeb({ tools: [bash], mcp_servers: [{ url: 'https://a' }] })).toEqual({ tools: [bash] });
  expect(withoutWeb({ tools: [fetch], tool_choice: { type: 'any' } })).toEqual({});
  const chosen = { tools: [bash, fetch], tool_choice: { type: 'tool', name: 'web_fetch' } };
  expect(withoutWeb(chosen)).toEqual({ tools: [bash] });
});

test('Codex’ web tools are taken away wherever they are told of', () => {
  const { withoutWeb, toolLists } = VENDORS.openai;
  expect(withoutWeb({ tools: [exec, { type: 'mcp', server_url: 'https://a' }] })).toEqual({ tools: [exec] });
  expect(withoutWeb({ input: [{ tools: [exec, web] }, 'words'] })).toEqual({ input: [{ tools: [exec] }, 'words'] });
  expect(withoutWeb({ tools: [exec, web], tool_choice: web })).toEqual({ tools: [exec] });
  const include = ['web_search_call.results', 'reasoning.encrypted_content'];
  expect(withoutWeb({ tools: [exec, web], include })).toEqual({ tools: [exec], include: [include[1]] });
  expect(toolLists({ tools: [web], input: [{ tools: [exec] }, {}] })).toEqual([[web], [exec], undefined]);
});

test('Gemini’s web tools are taken away with their settings', () => {
  const body = { tools: [{ google_search: {} }], toolConfig: {}, tool_config: {}, contents: [] };
  expect(VENDORS.google.withoutWeb(body)).toEqual({ contents: [] });
});

test('only what an agent needs is asked of a vendor', () => {
  const isKnown = (name: keyof typeof VENDORS, method: string, path: string) =>
    VENDORS[name].endpoints.some((one) => one.method === method && one.path.test(path));
  expect(isKnown('anthropic', 'POST', '/v1/messages')).toBe(true);
  expect(isKnown('anthropic', 'POST', '/v1/messages/batches')).toBe(false);
  expect(isKnown('openai', 'POST', '/v1/responses/compact')).toBe(true);
  expect(isKnown('openai', 'POST', '/v1/responses/r_1/cancel')).toBe(false);
  expect(isKnown('google', 'POST', '/v1beta/models/m:batchGenerateContent')).toBe(false);
});

test('what a vendor counts is counted once, and refusals are seen in every form', () => {
  const read = (name: keyof typeof VENDORS, answer: object) => {
    const reading = newReading();
    VENDORS[name].read(reading, answer as Record<string, unknown>);
    return reading;
  };
  const written = { cache_creation_input_tokens: 50, cache_creation: { ephemeral_1h_input_tokens: 30 } };
  expect(read('anthropic', { type: 'message', usage: { input_tokens: 100, ...written } }).usage).toMatchObject({
    input: 150,
    cacheWrite: 20,
    cacheWriteLong: 30,
  });
  const usageMetadata = { promptTokenCount: 100, toolUsePromptTokenCount: 7 };
  expect(read('google', { usageMetadata }).usage.input).toBe(107);
  expect(read('google', { candidates: [{ finishReason: 'PROHIBITED_CONTENT' }] }).refusal).toBe(true);
  expect(read('openai', { type: 'response.refusal.delta' }).refusal).toBe(true);
});

test('recordings are the user’s alone, each kept, and answer each role in its order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'smile-recordings-'));
  const asked = (role: string, body: string) => ({
    key: keyOf({ vendor: 'anthropic', role, method: 'POST', path: '/', body: { body } }),
    ...{ vendor: 'anthropic', role, iteration: 1, lane: 'turn', model: 'm' },
  });
  const kept = await Recordings.open(folder, 'record');
  for (const [role, words] of [
    ['student', 'one'],
    ['student', 'two'],
    ['mentor', 'three'],
  ] as const) {
    await kept.keep(asked(role, 'same'), { status: 200, contentType: 'text/plain', bytes: Buffer.from(words) });
  }
  expect(kept.find(asked('student', 'same'))).toBeUndefined();
  const names = await readdir(folder);
  expect(names).toHaveLength(3);
  for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  const replay = await Recordings.open(folder, 'replay');
  const found = (role: string, body: string) => replay.find(asked(role, body))?.answer.body;
  expect(['same', 'same'].map((body) => found('student', body))).toEqual(['one', 'two']);
  expect(found('student', 'other')).toBeUndefined();
  expect(found('mentor', 'other')).toBe('three');
  const host = (port: number) => asked('student', `at host.docker.internal:${port}`).key;
  expect(host(1)).toBe(host(2));
  expect(asked('mentor', 'same').key).not.toBe(asked('student', 'same').key);
  await rm(folder, { recursive: true });
});
