import { expect, test } from 'vitest';
import { estimateTokens } from '../../src/agents/tokens.js';
import { Budget } from '../../src/gateway/cost/budget.js';
import { estimatedInput, mostOf, usageOfBroken } from '../../src/gateway/cost/estimate.js';
import { NO_USAGE, newReading } from '../../src/gateway/vendors/reading.js';
import { VENDORS } from '../../src/gateway/vendors/vendors.js';
import { END, events, listen, START, STOP, startVendor, WORDS } from './fake-vendor.js';
import { STUDENT, startGateway } from './gateway-fixture.js';

const MESSAGES = '/anthropic/v1/messages';
const BODY = { model: 'claude-opus-4-8', max_tokens: 10_000, messages: [{ role: 'user', content: 'Hi' }] };
const INPUT = estimateTokens(JSON.stringify(BODY));

/** A vendor that answers nobody until it is let go on. */
async function startSlowVendor() {
  let goOn = () => {};
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let asked = 0;
  const server = await listen((request, response) => {
    asked += 1;
    request.resume();
    void going.then(() => events(response, START, STOP, END).end());
  });
  return { ...server, goOn, asked: () => asked };
}

test('a call whose client goes away before the first byte is charged what went in', async () => {
  await using vendor = await startSlowVendor();
  await using gateway = await startGateway(vendor.url);
  const leave = new AbortController();
  const gone = gateway.ask(MESSAGES, BODY, { signal: leave.signal }).catch(() => 'gone');
  await expect.poll(vendor.asked).toBe(1);
  leave.abort();
  expect(await gone).toBe('gone');
  await expect.poll(() => gateway.calls.length).toBe(1);
  expect(gateway.calls).toMatchObject([{ status: 499, tokensIn: INPUT, estimated: true }]);
  // 5 dollars a million.
  expect(gateway.budget.spent.usd).toBeCloseTo((INPUT * 5) / 1e6, 12);
});

test('a call that the vendor never had is charged nothing, and one that it answered with a page what went in', async () => {
  await using nobody = await startGateway('http://127.0.0.1:1');
  await nobody.ask(MESSAGES, BODY);
  expect(nobody.calls).toMatchObject([{ status: 502, tokensIn: 0, usd: 0, estimated: false }]);
  await using vendor = await startVendor((response, nth) => {
    response.writeHead(nth === 1 ? 200 : 302, { 'content-type': 'text/html' }).end('<html>');
  });
  await using gateway = await startGateway(vendor.url);
  await gateway.ask(MESSAGES, BODY);
  await gateway.ask(MESSAGES, BODY);
  expect(gateway.calls).toMatchObject([
    { status: 502, tokensIn: INPUT, estimated: true },
    { status: 502, tokensIn: 0, estimated: false },
  ]);
});

test('what was written of an answer that breaks off is charged, where the vendor has not told it yet', async () => {
  const delta = (text: string) => ({ ...WORDS, delta: { type: 'text_delta', text } });
  await using vendor = await startVendor((response) => {
    events(response, START, delta('x'.repeat(300)), { ...WORDS, delta: { partial_json: 'y'.repeat(100) } }).end();
  });
  await using gateway = await startGateway(vendor.url);
  await (await gateway.ask(MESSAGES, { ...BODY, stream: true })).text();
  expect(gateway.calls).toMatchObject([{ status: 502, tokensIn: 1150, cachedTokensIn: 1000, tokensOut: 100 }]);
  const reading = newReading();
  VENDORS.openai.read(reading, { type: 'response.output_text.delta', delta: 'words' });
  expect(reading.writtenChars).toBe(5);
  const told = { ...NO_USAGE, input: 5, output: 9 };
  expect(usageOfBroken(told, Buffer.from('words'), 36)).toBe(told);
  expect(usageOfBroken(told, Buffer.from('words'), 37)).toEqual({ ...told, output: 10 });
});

test('calls at a time cannot cost more than is left, and one that is too many may come again', async () => {
  await using vendor = await startSlowVendor();
  // A call may cost a quarter of a dollar: 10,000 tokens at 25 dollars a million.
  await using gateway = await startGateway(vendor.url, { limits: { usd: 0.6 } });
  const asked = Array.from({ length: 40 }, () => gateway.ask(MESSAGES, BODY));
  await expect.poll(() => gateway.refusals.length).toBe(37);
  expect(vendor.asked()).toBe(3);
  vendor.goOn();
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(37);
  expect(refused[0]?.headers.get('retry-after')).toBe('15');
  expect(refused[0]?.headers.get('x-should-retry')).toBe('true');
  expect(await refused[0]?.json()).toMatchObject({
    error: { type: 'rate_limit_error', message: expect.stringMatching(/too many requests.*please retry in 15s/i) },
  });
  await Promise.all(answers.filter(({ status }) => status === 200).map((answer) => answer.text()));
  // Nothing is held back any more.
  expect((await gateway.ask(MESSAGES, BODY)).status).toBe(200);
});

test('without a limit of the budget, a role has so many calls at a time, and what fails makes room', async () => {
  await using vendor = await startSlowVendor();
  await using gateway = await startGateway(vendor.url);
  const leave = new AbortController();
  const { signal } = leave;
  const asked = Array.from({ length: 12 }, () => gateway.ask(MESSAGES, BODY, { signal }).catch(() => undefined));
  await expect.poll(vendor.asked).toBe(12);
  expect((await gateway.ask(`${MESSAGES}/count_tokens`, BODY)).status).toBe(429);
  const mentors = { 'x-api-key': gateway.tokens.issue({ ...STUDENT, role: 'mentor' }) };
  const mentor = gateway.ask(MESSAGES, BODY, { headers: mentors });
  await expect.poll(vendor.asked).toBe(13);
  leave.abort();
  await Promise.all(asked);
  await expect.poll(() => gateway.calls.length).toBe(12);
  vendor.goOn();
  expect([(await mentor).status, (await gateway.ask(MESSAGES, BODY)).status]).toEqual([200, 200]);
});

test('what is held back is no spending', () => {
  const budget = new Budget({ tokens: 100 });
  const letGo = budget.hold({ usd: null, tokensIn: 50, tokensOut: 50 });
  expect([budget.hasRoom, budget.exhausted, budget.spent.tokensIn]).toEqual([false, undefined, 0]);
  letGo();
  letGo();
  expect(budget.hasRoom).toBe(true);
});

test('a call may use what it asks for, or what is usual', () => {
  const bytes = Buffer.from('abc'.repeat(100));
  expect(mostOf(bytes, 7)).toEqual({ ...NO_USAGE, input: 100, output: 7 });
  expect(mostOf(bytes, 0).output).toBe(32_000);
  expect(estimatedInput(Buffer.alloc(4_000_000, 'a')).input).toBe(1_000_000);
  expect(VENDORS.openai.maxOutput({ max_output_tokens: 3 })).toBe(3);
  expect(VENDORS.google.maxOutput({ generationConfig: { maxOutputTokens: 3 } })).toBe(3);
  expect(VENDORS.google.maxOutput({ generation_config: { max_output_tokens: 3 } })).toBe(3);
  expect(VENDORS.google.maxOutput({})).toBe(0);
});

test('an answer is waited for, even if it is asked to come later', async () => {
  const response = {
    object: 'response',
    status: 'completed',
    output: [],
    usage: { input_tokens: 9, output_tokens: 1 },
  };
  await using vendor = await startVendor((answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(response));
  });
  await using gateway = await startGateway(vendor.url, { agent: { ...STUDENT, provider: 'codex', mayUseWeb: true } });
  await gateway.ask('/openai/v1/responses', { model: 'gpt-5', background: true, store: true });
  expect(vendor.asked[0]?.body).toEqual({ model: 'gpt-5', store: true });
  expect(gateway.calls).toMatchObject([{ tokensIn: 9, tokensOut: 1 }]);
});
