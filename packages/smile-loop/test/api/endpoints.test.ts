import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { Inbox } from '../../src/api/inbox.js';
import { MAX_RESULT_BYTES } from '../../src/contract/limits.js';
import { ask, bearer, SECRET, STATE, serve, TOKEN } from './served.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const COOKIE_OF_ANOTHER = `smile_observer_1=${TOKEN}`;
const NOTES = { kind: 'notes', notes: 'n', unresolvable: false, cut: false };
const REFUSAL = { kind: 'refusal', text: 'no', commands: [] };
const report = (body: unknown = REFUSAL) => ({
  method: 'POST',
  path: '/api/student/result',
  headers: { ...JSON_TYPE, ...bearer(SECRET) },
  body: JSON.stringify(body),
});

describe('the four endpoints', () => {
  it('[smile-loop 7.6] [smile-loop FR23] take the results of student and mentor', async () => {
    const got: unknown[] = [];
    const keep = (result: unknown) => got.push(result) > 0;
    await using server = await serve({ onStudentResult: keep, onMentorResult: keep });
    expect(await ask(server.port, report())).toMatchObject({ status: 200 });
    expect(await ask(server.port, { ...report(NOTES), path: '/api/mentor/result' })).toMatchObject({ status: 200 });
    expect(got).toEqual([REFUSAL, NOTES]);
  });

  it('tell the state and stop the loop, for the wrapper and for who watches', async () => {
    let stops = 0;
    await using server = await serve({
      stop: () => {
        stops += 1;
      },
    });
    for (const secret of [SECRET, TOKEN]) {
      expect((await ask(server.port, { path: '/api/status', headers: bearer(secret) })).json()).toEqual(STATE);
      const stopped = await ask(server.port, { method: 'POST', path: '/api/stop', headers: bearer(secret) });
      expect(stopped.status).toBe(202);
    }
    expect(stops).toBe(2);
  });

  it('answer with 409 what nobody waits for, and what comes twice', async () => {
    const inbox = new Inbox<unknown>();
    await using server = await serve({ onStudentResult: (result) => inbox.deliver(result) });
    expect((await ask(server.port, report())).json()).toMatchObject({ error: 'result_unexpected' });
    const waiting = inbox.next(new AbortController().signal);
    expect((await ask(server.port, report())).status).toBe(200);
    expect(await waiting).toEqual(REFUSAL);
    expect((await ask(server.port, report())).status).toBe(409);
  });

  it.each([
    ['no secret', 401, 'unauthorized', { ...report(), headers: JSON_TYPE }],
    ['a wrong secret', 401, 'unauthorized', { ...report(), headers: { ...JSON_TYPE, ...bearer('wrong') } }],
    [
      "the observer's token for a result",
      401,
      'unauthorized',
      { ...report(), headers: { ...JSON_TYPE, ...bearer(TOKEN) } },
    ],
    ['no token for the state', 401, 'unauthorized', { path: '/api/status' }],
    ['no token for the stop', 401, 'unauthorized', { method: 'POST', path: '/api/stop' }],
    [
      "the observer's token for a mentor's result",
      401,
      'unauthorized',
      { ...report(NOTES), path: '/api/mentor/result', headers: { ...JSON_TYPE, ...bearer(TOKEN) } },
    ],
    [
      'another host',
      403,
      'host_forbidden',
      { path: '/api/status', headers: { ...bearer(TOKEN), host: 'evil.example' } },
    ],
    [
      'another port',
      403,
      'host_forbidden',
      { path: '/api/status', headers: { ...bearer(TOKEN), host: 'localhost:1' } },
    ],
    [
      "the containers' name with another port",
      403,
      'host_forbidden',
      { path: '/api/status', headers: { ...bearer(TOKEN), host: 'host.docker.internal:1' } },
    ],
    [
      'the origin of another port',
      403,
      'origin_forbidden',
      { path: '/api/status', headers: { ...bearer(TOKEN), origin: 'http://localhost:1' } },
    ],
    ['the cookie of another run', 401, 'unauthorized', { path: '/api/status', headers: { cookie: COOKIE_OF_ANOTHER } }],
    [
      'another origin',
      403,
      'origin_forbidden',
      { path: '/api/status', headers: { ...bearer(TOKEN), origin: 'http://evil.example' } },
    ],
    [
      'an opaque origin',
      403,
      'origin_forbidden',
      { path: '/api/status', headers: { ...bearer(TOKEN), origin: 'null' } },
    ],
    ['another path', 404, 'not_found', { path: '/api/nothing', headers: bearer(SECRET) }],
    ['a path of a prototype', 404, 'not_found', { path: '/api/../toString' }],
    ['another method', 405, 'method_not_allowed', { path: '/api/stop', headers: bearer(SECRET) }],
    ['a body too large', 413, 'body_too_large', { ...report(), body: Buffer.alloc(MAX_RESULT_BYTES + 1, 0x20) }],
    [
      'another type',
      415,
      'not_json_type',
      { ...report(), headers: { ...bearer(SECRET), 'content-type': 'text/plain' } },
    ],
    ['no JSON', 422, 'body_invalid', { ...report(), body: '{' }],
    ['no result', 422, 'body_invalid', report({ kind: 'else' })],
  ])('refuse %s with %d', async (_what, status, error, asked) => {
    await using server = await serve();
    const answer = await ask(server.port, asked);
    expect(answer.status).toBe(status);
    expect(answer.json()).toEqual({ error, message: expect.any(String) });
  });

  it('measure a body that does not say its length', async () => {
    await using server = await serve();
    const headers = { ...report().headers, 'transfer-encoding': 'chunked' };
    const answer = await ask(server.port, { ...report(), headers, body: Buffer.alloc(MAX_RESULT_BYTES + 1, 0x20) });
    expect(answer.status).toBe(413);
  });

  it('know the names of this machine, and that of containers with their own port', async () => {
    await using server = await serve({ containerPort: 4242 });
    for (const host of [
      `localhost:${server.port}`,
      `LocalHost:${server.port}`,
      `[::1]:${server.port}`,
      `host.docker.internal:${server.port}`,
      'host.docker.internal:4242',
    ]) {
      expect((await ask(server.port, { path: '/api/status', headers: { ...bearer(TOKEN), host } })).status).toBe(200);
    }
  });
});

describe('what is said twice or wrongly', () => {
  /** All that comes back to these lines, until the server closes. */
  async function speak(port: number, lines: readonly string[], body = ''): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    let text = '';
    for await (const chunk of socket) text += chunk;
    return text;
  }

  it('is refused: a second host, and the origin of another scheme', async () => {
    await using server = await serve();
    const own = `127.0.0.1:${server.port}`;
    const status = ['GET /api/status HTTP/1.1', `Authorization: Bearer ${TOKEN}`, 'Connection: close', `Host: ${own}`];
    expect(await speak(server.port, status)).toMatch(/^HTTP\/1.1 200 /);
    expect(await speak(server.port, [...status, 'Host: evil.example'])).toContain('host_forbidden');
    expect(await speak(server.port, [...status, `Origin: https://${own}`])).toContain('origin_forbidden');
    expect(await speak(server.port, [...status, `Origin: http://${own}`])).toMatch(/^HTTP\/1.1 200 /);
  });

  it('ends the connection, whose rest of a body nobody reads', async () => {
    await using server = await serve();
    const head = [
      'POST /api/student/result HTTP/1.1',
      `Authorization: Bearer ${SECRET}`,
      `Host: 127.0.0.1:${server.port}`,
      'Content-Type: application/json',
      `Content-Length: ${MAX_RESULT_BYTES + 1}`,
    ];
    expect(await speak(server.port, head, '{')).toMatch(/^HTTP\/1.1 413 .*connection: close/is);
  });
});

describe('the doors for others', () => {
  it('lead to the gateway below /model/, and to the proxy', async () => {
    const gateway = (request: { url?: string }, response: { end(text: string): void }) =>
      response.end(`model ${request.url}`);
    const proxy = {
      request: gateway,
      connect: (request: { url?: string }, socket: { end(text: string): void }) => socket.end(`tunnel ${request.url}`),
    };
    await using server = await serve({ gateway, proxy } as never);
    expect((await ask(server.port, { path: '/model/claude/v1' })).text).toBe('model /model/claude/v1');
    expect((await ask(server.port, { path: 'http://a.example/x' })).text).toBe('model http://a.example/x');
    const socket = connect(server.port, '127.0.0.1');
    socket.end('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n');
    expect(String(await once(socket, 'data'))).toBe('tunnel a.example:443');
  });

  it('are shut where there is no proxy', async () => {
    await using server = await serve();
    const socket = connect(server.port, '127.0.0.1');
    socket.write('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 405 /);
    await once(socket, 'close');
  });
});

describe('the port', () => {
  it('is refused with what to do when another program has it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(serve({ port })).rejects.toMatchObject({ code: 'port_unavailable', facts: { port } });
    await new Promise((resolve) => other.close(resolve));
  });

  it('is free again after the server was closed, with all that was open', async () => {
    const server = await serve();
    const idle = connect(server.port, '127.0.0.1');
    await once(idle, 'connect');
    const gone = once(idle, 'close');
    await Promise.all([server.close(), server.close(), gone]);
    await using again = await serve({ port: server.port });
    expect(again.port).toBe(server.port);
    await again.close();
    // Node lets go of a closed server's handle some turns later.
    await vi.waitFor(
      () => expect(process.getActiveResourcesInfo().filter((name) => /TCP/.test(name))).toEqual([]),
      15_000,
    );
  });
});

it('[smile-loop 7.S3] takes a thousand results, each once', { timeout: 60_000 }, async () => {
  let got = 0;
  await using server = await serve({
    onStudentResult: () => {
      got += 1;
      return true;
    },
  });
  for (let round = 0; round < 50; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(server.port, report())));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  }
  expect(got).toBe(1000);
});
