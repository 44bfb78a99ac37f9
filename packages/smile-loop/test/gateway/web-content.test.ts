import { expect, test } from 'vitest';
import type { Provider } from '../../src/contract/agents.js';
import type { JsonObject } from '../../src/gateway/vendors/json.js';
import type { VendorName } from '../../src/gateway/vendors/vendor.js';
import { VENDORS } from '../../src/gateway/vendors/vendors.js';
import { listen, startVendor } from './fake-vendor.js';
import { STUDENT, startGateway } from './gateway-fixture.js';

const PROVIDERS: Readonly<Record<VendorName, Provider>> = { anthropic: 'claude', openai: 'codex', google: 'gemini' };
const PATHS: Readonly<Record<VendorName, string>> = {
  anthropic: '/anthropic/v1/messages',
  openai: '/openai/v1/responses',
  google: '/google/v1beta/models/gemini-2.5-flash:generateContent',
};
const ELSEWHERE = 'https://elsewhere.example/x.pdf';
const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

const answering = () =>
  startVendor((response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
const said = (content: unknown) => ({ messages: [{ role: 'user', content }] });

const FETCHING: readonly (readonly [VendorName, string, JsonObject])[] = [
  ['anthropic', 'a document', said([{ type: 'document', source: { type: 'url', url: ELSEWHERE } }])],
  [
    'anthropic',
    'an image in the result of a tool',
    said([{ type: 'tool_result', content: [{ type: 'image', source: { type: 'url', url: ELSEWHERE } }] }]),
  ],
  ['anthropic', 'a document in the system’s words', { system: [{ source: { url: ELSEWHERE } }] }],
  ['openai', 'an image', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: ELSEWHERE }] }] }],
  ['openai', 'a file', { input: [{ role: 'user', content: [{ type: 'input_file', file_url: ELSEWHERE }] }] }],
  ['openai', 'an image in the result of a tool', { input: [{ output: [{ image_url: { url: ELSEWHERE } }] }] }],
  ['google', 'a file in both spellings', { contents: [{ parts: [{ fileUri: '', file_uri: ELSEWHERE }] }] }],
  ['openai', 'a file in what fills a prompt', { prompt: { variables: { a: { file_url: ELSEWHERE } } } }],
  ['google', 'a file', { contents: [{ parts: [{ fileData: { fileUri: ELSEWHERE } }] }] }],
  [
    'google',
    'a file in the other spelling',
    { system_instruction: { parts: [{ file_data: { file_uri: ELSEWHERE } }] } },
  ],
];

test.each(FETCHING)('%s fetches %s for a mentor who may use the web, and not for a student', async (name, _, body) => {
  await using vendor = await answering();
  const agent = { ...STUDENT, provider: PROVIDERS[name] };
  await using student = await startGateway(vendor.url, { agent });
  expect((await student.ask(PATHS[name], body)).status).toBe(400);
  expect([student.refusals, vendor.asked]).toMatchObject([[{ code: 'content_by_address' }], []]);
  await using mentor = await startGateway(vendor.url, { agent: { ...agent, role: 'mentor', mayUseWeb: true } });
  expect((await mentor.ask(PATHS[name], body)).status).toBe(200);
  expect(vendor.asked).toMatchObject([{ body }]);
});

test.each<[VendorName, JsonObject]>([
  ['anthropic', said([{ type: 'image', source: { type: 'base64', data: 'iVBORw0KGgo=' } }, { text: ELSEWHERE }])],
  ['anthropic', said([{ type: 'tool_use', name: 'f', input: { source: { type: 'url', url: ELSEWHERE } } }])],
  ['openai', { input: [{ content: [{ type: 'input_image', image_url: PIXEL }, { text: ELSEWHERE }] }] }],
  ['openai', { input: 'words', tools: [{ parameters: { properties: { image_url: { type: 'string' } } } }] }],
  ['google', { contents: [{ parts: [{ inlineData: { data: 'iVBORw0KGgo=' } }, { text: ELSEWHERE }] }] }],
  ['google', { contents: [{ parts: [{ functionCall: { args: { fileUri: ELSEWHERE } } }] }] }],
])('%s is asked as it is what fetches nothing: %j', async (name, body) => {
  await using vendor = await answering();
  await using gateway = await startGateway(vendor.url, { agent: { ...STUDENT, provider: PROVIDERS[name] } });
  expect((await gateway.ask(PATHS[name], body)).status).toBe(200);
  expect(vendor.asked).toMatchObject([{ body }]);
});

test.each<[VendorName, JsonObject]>([
  ['google', { tools: { google_search: {} } }],
  ['google', { tools: [[{ google_search: {} }]] }],
  ['google', { tools: ['google_search'] }],
  ['anthropic', { tools: { type: 'web_search_20250305' } }],
  ['openai', { tools: { 0: { type: 'web_search' } } }],
  ['openai', { input: [{ tools: { type: 'web_search' } }] }],
])('%s is not asked with tools that are no list of them: %j', async (name, body) => {
  await using vendor = await answering();
  await using gateway = await startGateway(vendor.url, { agent: { ...STUDENT, provider: PROVIDERS[name] } });
  expect((await gateway.ask(PATHS[name], body)).status).toBe(400);
  expect([gateway.refusals, vendor.asked]).toMatchObject([[{ code: 'body_unreadable' }], []]);
  expect((await gateway.ask(PATHS[name], { tools: null })).status).toBe(200);
});

test('a vendor gets what was looked at, and not the bytes that can be read in two ways', async () => {
  let text = '';
  const asked: (string | undefined)[] = [];
  await using vendor = await listen(async (request, response) => {
    for await (const chunk of request) text += chunk;
    asked.push(request.headers['content-type'], request.headers['content-encoding']);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await using gateway = await startGateway(vendor.url);
  const headers = {
    'x-api-key': gateway.token,
    'content-type': 'application/json; charset=utf-7',
    'content-encoding': 'identity',
  };
  const body = '{"tools":[{"type":"web_search_20250305"}], "model":"dear", "tools":[],"model":"cheap"}';
  await (await gateway.ask(PATHS.anthropic, {}, { body, headers })).text();
  expect([text, asked]).toEqual(['{"tools":[],"model":"cheap"}', ['application/json', undefined]]);
});

test('tools without number are looked at once each', () => {
  const tools = Array.from({ length: 600_000 }, (_, nth) => ({ type: nth % 2 ? 'web_search' : 'custom' }));
  const start = performance.now();
  expect(VENDORS.anthropic.withoutWeb({ tools }).tools).toHaveLength(300_000);
  // Where each is looked for among those that go: half a minute and more.
  expect(performance.now() - start).toBeLessThan(8000);
});

test('what is nested too deeply is refused', async () => {
  await using vendor = await answering();
  await using gateway = await startGateway(vendor.url);
  const asked = [499, 500, 4000, 100_000].map((lists) =>
    gateway.ask(PATHS.anthropic, {}, { body: `{"messages":${'['.repeat(lists)}${']'.repeat(lists)}}` }),
  );
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 400, 400, 400]);
  expect(gateway.refusals.map(({ code }) => code)).toEqual(Array(3).fill('body_unreadable'));
  expect(gateway.problems).toEqual([]);
});
