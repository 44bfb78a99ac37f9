import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../src/agents/tokens.js';
import { Recordings } from '../../src/gateway/recording/recordings.js';
import { END, events, listen, START, STOP, startVendor } from './fake-vendor.js';
import { SECRET, startGateway } from './gateway-fixture.js';

const MESSAGES = '/anthropic/v1/messages';
const BODY = { model: 'claude-sonnet-5', stream: true, messages: [{ role: 'user', content: 'Hi' }] };
const answering = () => startVendor((response) => events(response, START, STOP, END).end());
const inJson = { 'content-type': 'application/json' };

test('nothing by which an agent shows who it is goes on to the vendor', async () => {
  await using vendor = await answering();
  for (const env of [{ ANTHROPIC_API_KEY: SECRET }, { ANTHROPIC_AUTH_TOKEN: SECRET }]) {
    await using gateway = await startGateway(vendor.url, { env });
    const { token } = gateway;
    expect(token).toMatch(/^smile-[0-9a-f]{64}$/);
    const keys = { 'x-api-key': token, 'x-goog-api-key': token, authorization: `Bearer ${token}` };
    const headers = { ...keys, cookie: `a=${token}`, 'proxy-authorization': `Basic ${token}`, 'x-own': 'yes' };
    await (await gateway.ask(MESSAGES, BODY, { headers })).text();
    expect(JSON.stringify(vendor.asked.at(-1)?.headers)).not.toContain(token);
    expect(vendor.asked.at(-1)?.headers).toMatchObject({ 'x-own': 'yes' });
  }
  expect(vendor.asked.map(({ headers }) => [headers['x-api-key'], headers.authorization])).toEqual([
    [SECRET, undefined],
    [undefined, `Bearer ${SECRET}`],
  ]);
});

test('a redirection is not followed: the key would go along', async () => {
  await using elsewhere = await startVendor((response) => response.writeHead(200, inJson).end('{}'));
  await using vendor = await startVendor((response) => {
    response.writeHead(302, { ...inJson, location: `${elsewhere.url}/v1/messages` }).end('{}');
  });
  await using gateway = await startGateway(vendor.url);
  expect((await gateway.ask(MESSAGES, BODY)).status).toBe(502);
  expect(elsewhere.asked).toEqual([]);
});

test('a key that a vendor repeats is taken out wherever it is', async () => {
  await using vendor = await startVendor((response) => {
    response.writeHead(401, inJson).end(JSON.stringify({ type: 'error', error: { message: `${SECRET} ${SECRET}` } }));
  });
  await using gateway = await startGateway(vendor.url);
  expect(await (await gateway.ask(MESSAGES, BODY)).text()).not.toContain(SECRET);
});

test.each([
  ['has the key in it', 200, { type: 'message', content: SECRET }],
  ['is an error', 200, { type: 'error', error: { message: 'm' } }],
  ['has another status', 429, { type: 'error', error: { message: 'm' } }],
])('an answer that %s is not kept', async (_, status, answer) => {
  const folder = await mkdtemp(join(tmpdir(), 'smile-kept-'));
  await using vendor = await startVendor((response, nth) => {
    if (nth === 1) response.writeHead(status, inJson).end(JSON.stringify(answer));
    else events(response, START, STOP, END).end();
  });
  {
    await using gateway = await startGateway(vendor.url, { recordings: await Recordings.open(folder, 'record') });
    await (await gateway.ask(MESSAGES, BODY)).text();
    await (await gateway.ask(MESSAGES, BODY)).text();
  }
  expect(await readdir(folder)).toHaveLength(1);
  await rm(folder, { recursive: true });
});

test('counts are not told, and cost nothing of a spent budget', async () => {
  await using vendor = await startVendor((response) => response.writeHead(200, inJson).end('{"input_tokens":7}'));
  await using gateway = await startGateway(vendor.url, { limits: { tokens: 1 } });
  gateway.budget.charge({ usd: 0, tokensIn: 1, tokensOut: 0 });
  expect((await gateway.ask(`${MESSAGES}/count_tokens`, BODY)).status).toBe(200);
  expect(gateway.calls).toEqual([]);
});

test('without credentials nothing is asked, and nothing told as a call', async () => {
  await using vendor = await answering();
  await using gateway = await startGateway(vendor.url, { env: {} });
  const refused = await gateway.ask(MESSAGES, BODY);
  expect([refused.status, gateway.refusals, gateway.calls, vendor.asked]).toMatchObject([
    401,
    [{ code: 'not_signed_in' }],
    [],
    [],
  ]);
});

test('an unknown name of a model is priced as the model that answers, and none is told as that one', async () => {
  await using vendor = await answering();
  await using gateway = await startGateway(vendor.url);
  await (await gateway.ask(MESSAGES, { ...BODY, model: 'an-alias' })).text();
  await (await gateway.ask(MESSAGES, { ...BODY, model: undefined })).text();
  expect(gateway.calls.map(({ model }) => model)).toEqual(['an-alias', 'claude-sonnet-5']);
  for (const { usd } of gateway.calls) expect(usd).toBeCloseTo(0.000_725, 9);
});

test('what went in is guessed where an answer breaks off before it says so', async () => {
  await using vendor = await startVendor((response) => events(response, { type: 'ping' }).end());
  await using gateway = await startGateway(vendor.url);
  await (await gateway.ask(MESSAGES, BODY)).text();
  const tokensIn = estimateTokens(JSON.stringify(BODY));
  expect(gateway.calls).toMatchObject([{ status: 502, estimated: true, tokensIn }]);
  expect(gateway.budget.spent.tokensIn).toBe(tokensIn);
});

test('a stream that ends without the vendor’s last word has broken off', async () => {
  await using vendor = await startVendor((response) => events(response, START, STOP).end());
  await using gateway = await startGateway(vendor.url);
  expect(await (await gateway.ask(MESSAGES, BODY)).text()).toMatch(/event: error\ndata: .+upstream_failed/);
  expect(gateway.calls).toMatchObject([{ status: 502, estimated: false, tokensIn: 1150 }]);
});

test('events are read with either line end, and up to the last word of a stream', async () => {
  await using vendor = await startVendor((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [START, STOP, END]) response.write(`data: ${JSON.stringify(event)}\r\n\r\n`);
    response.end('data: [DONE]\r\n\r\n');
  });
  await using gateway = await startGateway(vendor.url);
  await (await gateway.ask(MESSAGES, BODY)).text();
  expect(gateway.calls).toMatchObject([{ status: 200, tokensIn: 1150, tokensOut: 20, note: undefined }]);
});

test('the name of a vendor is one of a list', async () => {
  await using vendor = await answering();
  await using gateway = await startGateway(vendor.url);
  for (const name of ['constructor', 'nobody']) {
    expect((await gateway.ask(`/${name}/v1/messages`, BODY)).status).toBe(404);
  }
});

test('a request that says that it is too large is refused before it is read, and its connection ends', async () => {
  await using vendor = await answering();
  await using gateway = await startGateway(vendor.url);
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  const head = ['POST /model/anthropic/v1/messages HTTP/1.1', 'Host: x', `x-api-key: ${gateway.token}`];
  socket.write(`${[...head, `Content-Length: ${33 * 1024 * 1024}`].join('\r\n')}\r\n\r\n{`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(/^HTTP\/1.1 413 .*connection: close.*request_too_large/is);
});

test('a request without a length is measured', async () => {
  await using vendor = await answering();
  await using gateway = await startGateway(vendor.url);
  const body = new Blob(['x'.repeat(33 * 1024 * 1024)]).stream();
  await gateway.ask(MESSAGES, {}, { body, duplex: 'half' } as RequestInit).catch(() => undefined);
  await expect.poll(() => gateway.refusals).toMatchObject([{ code: 'body_too_large' }]);
});

test('the end of a run ends the calls that are under way', async () => {
  await using vendor = await listen((_, response) => void events(response, START));
  const gateway = await startGateway(vendor.url);
  const answer = await gateway.ask(MESSAGES, BODY);
  await Promise.all([answer.text().catch(() => undefined), gateway[Symbol.asyncDispose]()]);
  expect(gateway.calls).toMatchObject([{ note: expect.stringContaining('the run has ended') }]);
});
