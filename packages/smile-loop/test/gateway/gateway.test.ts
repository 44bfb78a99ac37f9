import { expect, test } from 'vitest';
import { END, events, START, STOP, startVendor, WORDS } from './fake-vendor.js';
import { SECRET, STUDENT, startGateway } from './gateway-fixture.js';

const MESSAGES = '/anthropic/v1/messages?beta=true';
const BODY = {
  model: 'claude-sonnet-5',
  stream: true,
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [{ name: 'Bash' }],
};

test('an answer is passed on as it is, counted, priced and charged', async () => {
  await using vendor = await startVendor((response) => events(response, START, WORDS, STOP, END).end());
  await using gateway = await startGateway(vendor.url);
  const answer = await gateway.ask(MESSAGES, BODY);
  const text = await answer.text();
  expect(text.match(/Grüße/)).not.toBeNull();
  expect(text.endsWith('{"type":"message_stop"}\n\n')).toBe(true);
  expect(vendor.asked[0]).toMatchObject({
    path: '/v1/messages?beta=true',
    headers: { 'x-api-key': SECRET },
    body: BODY,
  });
  expect(vendor.asked[0]?.headers['accept-encoding']).toBe('identity');
  expect(gateway.calls).toMatchObject([
    { agent: 'student', tokensIn: 1150, cachedTokensIn: 1000, tokensOut: 20, status: 200, stopReason: 'end_turn' },
  ]);
  // 100 × 2 + 1000 × 0.2 + 50 × 2.5 + 20 × 10 dollars a million.
  expect(gateway.budget.spent.usd).toBeCloseTo(0.000_725, 9);
});

test('unknown, ended and foreign tokens are refused in the shape of the vendor', async () => {
  await using vendor = await startVendor((response) => response.end());
  await using gateway = await startGateway(vendor.url);
  const foreign = await gateway.ask('/openai/v1/responses', {});
  expect(foreign.status).toBe(403);
  expect(await foreign.json()).toMatchObject({ error: { code: 'provider_mismatch' } });
  const elsewhere = await gateway.ask('/anthropic/v1/files', {});
  expect(elsewhere.status).toBe(404);
  gateway.tokens.end(gateway.token);
  const ended = await gateway.ask(MESSAGES, BODY);
  expect(ended.status).toBe(401);
  expect(await ended.json()).toMatchObject({ type: 'error', error: { type: 'authentication_error' } });
  expect(vendor.asked).toEqual([]);
});

test('a spent budget stops the next call, and the CLI is told not to try again', async () => {
  await using vendor = await startVendor((response) => events(response, START, STOP, END).end());
  await using gateway = await startGateway(vendor.url, { limits: { tokens: 1000 } });
  await (await gateway.ask(MESSAGES, BODY)).text();
  const refused = await gateway.ask(MESSAGES, BODY);
  expect([refused.status, refused.headers.get('x-should-retry')]).toEqual([400, 'false']);
  expect(await refused.text()).toMatch(/budget_spent/);
  expect(gateway.refusals).toMatchObject([{ code: 'budget_spent' }]);
  expect(vendor.asked).toHaveLength(1);
});

test('a student does not get the web tools of the vendor, a mentor does [smile-loop FR17]', async () => {
  await using vendor = await startVendor((response) => events(response, START, STOP, END).end());
  const web = { ...BODY, tools: [{ name: 'Bash' }, { type: 'web_search_20250305', name: 'web_search' }] };
  await using student = await startGateway(vendor.url);
  await (await student.ask(MESSAGES, web)).text();
  await using mentor = await startGateway(vendor.url, { agent: { ...STUDENT, role: 'mentor', mayUseWeb: true } });
  await (await mentor.ask(MESSAGES, web)).text();
  expect(vendor.asked.map(({ body }) => body.tools)).toEqual([[{ name: 'Bash' }], web.tools]);
});

test.each([
  ['hangs', () => {}],
  ['closes at once', (response: import('node:http').ServerResponse) => response.destroy()],
  ['answers with a page', (response: import('node:http').ServerResponse) => response.end('<html>')],
  [
    'leads elsewhere',
    (response: import('node:http').ServerResponse) => response.writeHead(302, { location: '/' }).end(),
  ],
  [
    'streams nonsense',
    (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {nonsense\n\n');
    },
  ],
])('a vendor that %s is a 502 in its own shape', async (_, answer) => {
  await using vendor = await startVendor(answer);
  await using gateway = await startGateway(vendor.url, { patience: { beginMs: 200, pauseMs: 200 } });
  const failed = await gateway.ask(MESSAGES, BODY);
  expect(failed.status).toBe(502);
  expect(await failed.json()).toMatchObject({ type: 'error', error: { type: 'api_error' } });
  expect(gateway.calls).toMatchObject([{ status: 502 }]);
  expect(gateway.problems).toEqual([]);
});

test('a stream that breaks off in the middle ends with an error event', async () => {
  await using vendor = await startVendor((response) => {
    events(response, START).write('event: content_bl', () => response.destroy());
  });
  await using gateway = await startGateway(vendor.url);
  const text = await (await gateway.ask(MESSAGES, BODY)).text();
  expect(text).toMatch(/^event: message_start\n.+\n\nevent: error\ndata: .+upstream_failed.+\n\n$/);
  expect(gateway.calls).toMatchObject([{ status: 502, tokensIn: 1150, stopReason: undefined }]);
});

test('a client that goes away ends the call at the vendor', async () => {
  const closed = withResolvers();
  await using vendor = await startVendor((response) => {
    response.once('close', () => closed.resolve());
    events(response, START);
  });
  await using gateway = await startGateway(vendor.url);
  const leave = new AbortController();
  const answer = await gateway.ask(MESSAGES, BODY, { signal: leave.signal });
  expect(answer.status).toBe(200);
  leave.abort();
  await closed.promise;
  while (gateway.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(gateway.calls).toMatchObject([{ status: 499 }]);
});

test('a body beyond 32 MB and one that is no JSON are refused', async () => {
  await using vendor = await startVendor((response) => response.end());
  await using gateway = await startGateway(vendor.url);
  const large = await gateway.ask(MESSAGES, 'x'.repeat(33 * 1024 * 1024)).catch(() => undefined);
  expect(large?.status ?? 413).toBe(413);
  expect((await gateway.ask(MESSAGES, 'words')).status).toBe(400);
  expect(gateway.refusals.map(({ code }) => code)).toEqual(['body_too_large', 'body_unreadable']);
});

test('an error of the vendor is passed on without the key', async () => {
  await using vendor = await startVendor((response) => {
    response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' });
    response.end(JSON.stringify({ type: 'error', error: { type: 'rate_limit_error', message: `for ${SECRET}` } }));
  });
  await using gateway = await startGateway(vendor.url);
  const limited = await gateway.ask(MESSAGES, BODY);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await limited.text()).not.toContain(SECRET);
});

test('a subscription is a bearer with the feature that it needs', async () => {
  await using vendor = await startVendor((response) => events(response, START, STOP, END).end());
  await using gateway = await startGateway(vendor.url, { env: { CLAUDE_CODE_OAUTH_TOKEN: SECRET } });
  const headers = { authorization: `Bearer ${gateway.token}`, 'anthropic-beta': 'one,two' };
  await (await gateway.ask(MESSAGES, BODY, { headers })).text();
  expect(vendor.asked[0]?.headers).toMatchObject({
    authorization: `Bearer ${SECRET}`,
    'anthropic-beta': 'one,two,oauth-2025-04-20',
  });
});

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
