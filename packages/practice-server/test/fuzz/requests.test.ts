import { fc, fuzz, jsonTexts, oddText, validDocuments, wellFormed } from '@agent-factory/fuzzing';
import { ERRORS, errorBodySchema, ROUTES } from '@agent-factory/protocol';
import { afterAll, beforeAll, expect } from 'vitest';
import { isOwnHost } from '../../src/access/hosts.js';
import { TestDaemon } from '../fixtures/daemon.js';
import type { HttpAnswer } from '../fixtures/wire/http.js';

/** A daemon that has not answered by then does not. */
const ANSWER_MS = 10_000;
/** Requests are answered in a millisecond or two: so many fewer of them than of what only computes. */
const COST = 8;

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.open();
});
afterAll(() => daemon[Symbol.asyncDispose]());

async function ask(...[path, options]: Parameters<TestDaemon['request']>): Promise<HttpAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${path} was not answered`)), ANSWER_MS);
  });
  return Promise.race([daemon.request(path, options), late]).finally(() => clearTimeout(timer));
}

/** An answer of the route, or an error of the table with its status that is no bug of ours. */
function expectTyped(answer: HttpAnswer, response?: { safeParse: (value: unknown) => { success: boolean } }): void {
  if (answer.status === 200) {
    if (response !== undefined) expect(response.safeParse(answer.json).success).toBe(true);
    return;
  }
  const body = errorBodySchema.parse(answer.json);
  expect(body.error).not.toBe('internal');
  expect(answer.status).toBe(ERRORS[body.error].status);
  expect(answer.text.length).toBeLessThan(64 * 1024);
}

/** Bodies that can be taken, about an exercise that is not there: what a start does is another test's. */
const BODIES: Record<string, unknown[]> = {
  start: [...validDocuments('startRequest'), { exerciseId: 'not-there', agent: 'shell', size: { cols: 80, rows: 24 } }],
  verify: validDocuments('exerciseRequest'),
  reset: validDocuments('exerciseRequest'),
  watch: validDocuments('exerciseRequest'),
  finish: validDocuments('exerciseRequest'),
  hint: validDocuments('hintRequest'),
  solution: validDocuments('solutionRequest'),
  importProgress: validDocuments('progressDocument'),
  resetProgress: validDocuments('progressResetRequest'),
};

const routes = Object.entries(ROUTES);

for (const [name, route] of routes.filter(([, { method }]) => method === 'POST')) {
  const bodies = BODIES[name];
  if (bodies === undefined) throw new Error(`There are no bodies for ${name}.`);
  fuzz({
    parser: `POST ${route.path}`,
    says: 'any body has the answer of the route or an error of the table',
    input: jsonTexts(bodies),
    cost: COST,
    holds: async (body) => {
      const headers = { Origin: daemon.origin, 'Content-Type': 'application/json' };
      const answer = await ask(route.path, { method: 'POST', headers, body: Buffer.from(body) });
      expectTyped(answer, name === 'watch' ? undefined : route.response);
    },
  });
}

/** What a header can hold at all: a request with anything else never leaves the client. */
const headerText = oddText.map((text) =>
  text
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')
    .slice(0, 2000)
    .trim(),
);
const header = (...usual: string[]) => fc.option(fc.oneof(fc.constantFrom(...usual), headerText), { nil: undefined });

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'),
  path: fc.oneof(
    fc.constantFrom(...routes.map(([, { path }]) => path)),
    oddText.map((text) => `/${encodeURI(wellFormed(text))}`),
    fc.constantFrom('/%', '/%ff', '//', '/exercises/%2e%2e/start', '/terminal/%00/history'),
  ),
  host: header('localhost', 'example.test', '127.0.0.1'),
  origin: header('http://localhost:3000', 'https://example.test', 'null'),
  contentType: header(
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'application/json; charset=utf-7',
  ),
  contentEncoding: header('gzip', 'identity', 'br'),
  accept: header('application/x-ndjson', '*/*', 'text/html'),
  authorization: header('Bearer x', 'Basic x'),
  body: fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.constant(new Uint8Array(20_000).fill(0x20))),
});

fuzz({
  parser: 'requests',
  says: 'any method, path, header and bytes have a typed answer, and none that came under another name than ours',
  input: request,
  cost: COST,
  holds: async ({ method, path, host, origin, contentType, contentEncoding, accept, authorization, body }) => {
    const given = {
      Host: host,
      Origin: origin,
      'Content-Type': contentType,
      'Content-Encoding': contentEncoding,
      Accept: accept,
      Authorization: authorization,
    };
    // Node's client takes an empty name of a host for none, and gives the right one.
    const isGiven = ([name, value]: [string, string | undefined]) =>
      value !== undefined && (name !== 'Host' || value !== '');
    const headers = Object.fromEntries(Object.entries(given).filter(isGiven));
    const withBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
    const answer = await ask(path, { method, headers, ...(withBody && { body: Buffer.from(body) }) });
    if (headers.Host !== undefined && !isOwnHost(headers.Host, daemon.daemon.port))
      expect([400, 403, 431]).toContain(answer.status);
    if (method === 'HEAD' || answer.status === 204) return;
    // Node's own parser answers what is no HTTP at all, without a body.
    if ([400, 431].includes(answer.status) && answer.text === '') return;
    expectTyped(answer);
  },
});

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom('lines', 'style', 'ticket', 'lines[]', 'lines[x]', '__proto__', 'x'),
      fc.oneof(fc.constantFrom('0', '-1', '1e3', '1000001', 'plain', ''), oddText),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([key, value]) => `${key}=${encodeURIComponent(wellFormed(value))}`).join('&'));

fuzz({
  parser: 'history query',
  says: 'whatever is asked, it is a number of lines, a mistake that is named, or a session that is not there',
  input: fc.tuple(fc.constantFrom('af-first-steps', 'af-x', 'x', '..', '%2e%2e', 'widths', 'af-'), query),
  cost: COST,
  holds: async ([session, text]) => {
    const answer = await ask(`/terminal/${session}/history?${text.slice(0, 4000)}`, {
      headers: { Origin: daemon.origin },
    });
    expectTyped(answer, ROUTES.history.response);
    expect([400, 404]).toContain(answer.status);
  },
});
