import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { upstreamFailed } from '../../src/gateway/ask-upstream.js';
import type { Exchange } from '../../src/gateway/exchange.js';
import { reasonOf } from '../../src/gateway/reason.js';
import { redacted, type Upstream, upstreamsOf } from '../../src/gateway/upstreams.js';
import { VENDORS } from '../../src/gateway/vendors/vendors.js';
import { startVendor } from './fake-vendor.js';
import { SECRET, startGateway } from './gateway-fixture.js';

const MESSAGES = '/anthropic/v1/messages';
const BODY = { model: 'claude-sonnet-5', messages: [] };
const OWN = { secrets: [SECRET], baseUrl: 'https://models.example:8443/of/team/', isVendor: false };

/** What reading a vendor's settings is refused with. */
function refusalOf(env: Record<string, string>, name: keyof typeof VENDORS = 'anthropic'): unknown {
  try {
    return upstreamsOf(env)[name];
  } catch (error) {
    return error;
  }
}

test.each([
  ['ANTHROPIC_API_KEY', 'sk-SECRET\nsecond', 'anthropic'],
  ['ANTHROPIC_AUTH_TOKEN', 'SECRET\rsecond', 'anthropic'],
  ['CLAUDE_CODE_OAUTH_TOKEN', 'SECRET\0second', 'anthropic'],
  ['OPENAI_API_KEY', 'sk-SECRET\u201d', 'openai'],
  ['GEMINI_API_KEY', 'SECRET\u007f', 'google'],
  ['GOOGLE_API_KEY', 'SECRET\tsecond', 'google'],
  ['ANTHROPIC_BASE_URL', 'https://user:SECRET@models.example', 'anthropic'],
  ['ANTHROPIC_BASE_URL', 'https://SECRET@models.example', 'anthropic'],
  ['OPENAI_BASE_URL', 'models.example:8080/SECRET', 'openai'],
  ['OPENAI_BASE_URL', 'https://models.example/v1?code=SECRET', 'openai'],
  ['GOOGLE_GEMINI_BASE_URL', 'https://models.example/SEC\nRET', 'google'],
  ['GOOGLE_GEMINI_BASE_URL', 'https://[SECRET', 'google'],
] as const)(
  '%s with a value that cannot be sent, %j, is a mistake that is told without it',
  (variable, value, name) => {
    const refusal = refusalOf({ [variable]: value }, name);
    expect(refusal).toMatchObject({ code: 'config_invalid', facts: { variable } });
    expect(String(refusal)).toContain(variable);
    expect(`${refusal} ${JSON.stringify(refusal)}`).not.toMatch(/SEC|RET|models\.example|second/);
  },
);

test('white space around a value is none of it, and a mistake in what is not asked for stops nobody', () => {
  const env = { ANTHROPIC_API_KEY: ' key\n', ANTHROPIC_BASE_URL: ' http://a.example\r\n', OPENAI_API_KEY: 'a\nb' };
  expect(upstreamsOf(env).anthropic).toMatchObject({
    headers: { 'x-api-key': 'key' },
    secrets: ['key'],
    baseUrl: 'http://a.example',
  });
  expect(upstreamsOf({ ANTHROPIC_AUTH_TOKEN: '\n', ANTHROPIC_API_KEY: 'key' }).anthropic.secrets).toEqual(['key']);
  expect(upstreamsOf({ ANTHROPIC_AUTH_TOKEN: '\n' }).anthropic.secrets).toEqual([]);
});

test('what an HTTP client says of an error is not told, but for its code', () => {
  const refused = Object.assign(new Error(`connect to models.example: ${SECRET}`), { code: 'ECONNREFUSED' });
  expect(reasonOf(new TypeError('fetch failed', { cause: refused }))).toBe('ECONNREFUSED');
  const odd = Object.assign(new Error(SECRET), { code: SECRET });
  for (const error of [odd, new TypeError(SECRET, { cause: odd }), SECRET, new TypeError(SECRET)]) {
    expect(reasonOf(error)).toBe('the connection failed');
  }
  expect(reasonOf(new SyntaxError(`Unexpected token in ${SECRET}`))).toBe('it is no JSON');
});

test('a key and an address are taken out of whatever is told of a failure', () => {
  const upstream = { ...OWN, headers: {}, hint: '' } satisfies Upstream;
  const told = `${SECRET} at https://models.example:8443/of/team/v1, models.example, POST /of/team/v1/messages`;
  expect(redacted(told, upstream)).toBe('*** at ***/v1, ***, POST ***/v1/messages');
  expect(redacted('by api.anthropic.com', { ...upstream, isVendor: true })).toBe('by api.anthropic.com');
  const code = Object.assign(new Error(), { code: 'KEY_OF_THE_AUTHOR' });
  const failed = upstreamFailed(
    { vendor: VENDORS.anthropic } as Exchange,
    { ...upstream, secrets: ['KEY_OF_THE_AUTHOR'] },
    code,
  );
  expect(failed.message).toBe('The answer of anthropic failed: ***.');
});

test('an error of the author’s own server is passed on without its address', async () => {
  await using vendor = await startVendor((response, _, request) => {
    const message = `no ${request.url} at http://${request.headers.host}`;
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
  });
  await using gateway = await startGateway(`${vendor.url}/of/team`);
  const answer = await gateway.ask(MESSAGES, BODY);
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { error: { message: 'no ***/v1/messages at http://***' } },
  ]);
});

test.each([
  ['what is no HTTP', `HTTQ ${SECRET} 127.0.0.1\r\n\r\n`],
  ['a page', `HTTP/1.1 200 OK\r\ncontent-length: 35\r\n\r\n<p>${SECRET} 127.0.0.1</p>`],
  ['nonsense', `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: ${SECRET}\n\n`],
])('a server that answers with %s gives nothing away', async (_, says) => {
  const server = createServer((socket) => void socket.on('error', () => {}).once('data', () => socket.end(says)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await using gateway = await startGateway(`http://127.0.0.1:${port}`);
  const answer = await gateway.ask(MESSAGES, BODY);
  const told = `${await answer.text()} ${JSON.stringify([gateway.calls, gateway.refusals, gateway.problems])}`;
  expect(answer.status).toBe(502);
  for (const part of [SECRET, 'authors', '127.0.0.1', String(port)]) expect(told).not.toContain(part);
  expect(gateway.calls).toMatchObject([{ status: 502, note: expect.stringContaining('failed') }]);
  server.close();
});

test('a mistake that is found too late is told to nobody but the author', async () => {
  await using gateway = await startGateway('http://127.0.0.1:9', { env: { ANTHROPIC_API_KEY: `${SECRET}\nsecond` } });
  const answer = await gateway.ask(MESSAGES, BODY);
  expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('The gateway failed.')]);
  expect(gateway.problems).toMatchObject([{ code: 'config_invalid' }]);
  expect(String(gateway.problems)).not.toContain(SECRET);
});
