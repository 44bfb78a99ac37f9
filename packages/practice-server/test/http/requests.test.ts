import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { ERRORS, errorBodySchema, ROUTES } from '@agent-factory/protocol';
import { AGENT_ROUTES } from '@agent-factory/protocol/agents';
import { HINT_ROUTES } from '@agent-factory/protocol/hints';
import { NUDGE_ROUTES } from '@agent-factory/protocol/nudges';
import { PROGRESS_ROUTES } from '@agent-factory/protocol/progress';
import { RECORDING_ROUTES } from '@agent-factory/protocol/recordings';
import { WATCH_ROUTES } from '@agent-factory/protocol/watch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { Site } from '../fixtures/site.js';

const TABLES = [ROUTES, HINT_ROUTES, PROGRESS_ROUTES, WATCH_ROUTES, RECORDING_ROUTES, AGENT_ROUTES, NUDGE_ROUTES];
const ALL_ROUTES = TABLES.flatMap((routes) => Object.values(routes));
const POSTS = ALL_ROUTES.filter(({ method }) => method === 'POST').map(({ path }) => path);
/** Those about one exercise, which name it and little else. */
const EXERCISE_POSTS = POSTS.filter((path) => path.startsWith('/exercises/'));
/** What a route needs beside the exercise. */
const NEEDS: Record<string, object> = {
  [HINT_ROUTES.hint.path]: { criterion: 'The file is there' },
  [PROGRESS_ROUTES.resetProgress.path]: { confirmed: true },
};
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends a body as it is, as a page. */
function sendBody(
  daemon: TestDaemon,
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = JSON_TYPE,
) {
  return daemon.request(path, { method: 'POST', headers: { Origin: daemon.origin, ...headers }, body });
}

describe.each(POSTS)('POST %s', (path) => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await TestDaemon.open();
  });
  afterAll(() => daemon[Symbol.asyncDispose]());

  test('[practice-environment 3.1 json] refuses what is no JSON', async () => {
    for (const body of ['{', 'exerciseId=first-steps', '"first-steps"', '\0', '{"exerciseId": "first-steps"}}']) {
      const { status, json } = await sendBody(daemon, path, body);
      expect([body, status, json.error]).toEqual([body, 400, 'invalid_json']);
    }
  });

  test('[practice-environment 3.1 json] refuses a body of another type, compressed, or in another character set', async () => {
    const body = '{"exerciseId": "first-steps"}';
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];
    for (const type of types) {
      const { status, json } = await sendBody(daemon, path, body, { 'Content-Type': type });
      expect([type, status, json.error]).toEqual([type, 415, 'unsupported_media_type']);
    }
    const odd = [{ 'Content-Encoding': 'gzip' }, { 'Content-Type': 'application/json; charset=iso-8859-1' }];
    for (const headers of odd) {
      const { status, json } = await sendBody(daemon, path, body, { ...JSON_TYPE, ...headers });
      expect([status, json.error]).toEqual([415, 'unsupported_media_type']);
    }
  });

  test('takes no other method and names its own', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const { status, json, headers } = await daemon.request(path, { method, headers: { Origin: daemon.origin } });
      expect([method, status, json.error, headers.allow]).toEqual([method, 405, 'method_not_allowed', 'POST']);
    }
  });
});

describe.each(EXERCISE_POSTS)('POST %s, about an exercise,', (path) => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await TestDaemon.open();
  });
  afterAll(() => daemon[Symbol.asyncDispose]());

  test('[practice-environment 3.1 json] refuses JSON of another shape and says what is wrong with it', async () => {
    const bodies: Array<[string, string]> = [
      ['[]', 'expected object'],
      ['{}', 'exerciseId'],
      ['{"exerciseId": 1}', 'exerciseId'],
      ['{"exerciseId": null}', 'exerciseId'],
      ['{"exerciseId": ["first-steps"]}', 'exerciseId'],
      ['{"exerciseId": "first-steps", "force": true}', 'force'],
      ['{"exerciseId": "first-steps", "__proto__": {"x": 1}}', '__proto__'],
    ];
    for (const [body, issue] of bodies) {
      const { status, json } = await sendBody(daemon, path, body);
      expect([body, status, json.error]).toEqual([body, 400, 'invalid_request']);
      expect(json.issues.join()).toContain(issue);
      expect(json.message).toContain(issue);
    }
    const { status, json } = await sendBody(daemon, path, '');
    expect([status, json.error]).toEqual([400, 'invalid_request']);
    expect(await daemon.home.sessions()).toEqual([]);
  });

  test('refuses a body over the limit, whole or in pieces, and names the limit', async () => {
    const body = JSON.stringify({ exerciseId: 'first-steps', lessonPath: 'x'.repeat(17 * 1024) });
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }]) {
      const { status, json } = await sendBody(daemon, path, body, headers);
      expect([status, json.error, json.limitBytes]).toEqual([413, 'payload_too_large', 16 * 1024]);
    }
  });
});

describe.each([...EXERCISE_POSTS, PROGRESS_ROUTES.resetProgress.path])('POST %s', (path) => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await TestDaemon.open();
  });
  afterAll(() => daemon[Symbol.asyncDispose]());

  test('[practice-environment 2.3 command-injection] [practice-environment 2.3 file-access] refuses every id that is none, before anything else happens', async () => {
    const before = (await readdir(daemon.home.path, { recursive: true })).sort();
    const ids = [
      '',
      '.',
      '..',
      '../',
      '../../etc/passwd',
      'First-Steps',
      'a b',
      'a;touch x',
      '$(touch x)',
      '`touch x`',
      'a\nb',
      'a\0',
      '-é',
      'a/b',
      'a\\b',
      '%2e%2e',
      'a.b',
      'a_b',
      "'",
      'first-steps\n',
      'a'.repeat(65),
      'a'.repeat(10_000),
    ];
    for (const exerciseId of ids) {
      const { status, json } = await daemon.post(path, { ...NEEDS[path], exerciseId });
      expect([exerciseId.slice(0, 80), status, json.error]).toEqual([
        exerciseId.slice(0, 80),
        400,
        'invalid_exercise_id',
      ]);
    }
    expect((await readdir(daemon.home.path, { recursive: true })).sort()).toEqual(before);
  });
});

describe('any request', () => {
  test('to an unknown route gets not_found', async () => {
    await using daemon = await TestDaemon.open();
    for (const path of [
      '/',
      '/exercises/nothing',
      '/terminal/af-first-steps',
      '/%',
      '/../../etc/passwd',
      '/health/x',
    ]) {
      const { status, json } = await daemon.request(path);
      expect([path, status, json.error]).toEqual([path, 404, 'not_found']);
    }
  });

  test('with POST to a route for reading gets method_not_allowed', async () => {
    await using daemon = await TestDaemon.open();
    for (const path of ['/health', '/exercises', '/exercises/sessions']) {
      const { status, json, headers } = await daemon.post(path, {});
      expect([status, json.error, headers.allow]).toEqual([405, 'method_not_allowed', 'GET']);
    }
  });

  test('that breaks off in its body leaves the daemon as it was', async () => {
    await using daemon = await TestDaemon.open();
    const socket = connect(daemon.daemon.port, '127.0.0.1');
    const head = `POST /exercises/start HTTP/1.1\r\nHost: localhost:${daemon.daemon.port}\r\nOrigin: ${daemon.origin}`;
    await new Promise((resolve) =>
      socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"exercise`, resolve),
    );
    socket.destroy();
    expect((await daemon.request('/health')).status).toBe(200);
    expect(await daemon.home.sessions()).toEqual([]);
  });

  test('[practice-environment 3.1 start-agent] for start refuses an unknown agent and a size that no terminal has', async () => {
    await using daemon = await TestDaemon.open();
    const more = [
      { agent: 'claude; rm -rf /' },
      { size: { cols: 0, rows: 10 } },
      { size: { cols: 80, rows: 501 } },
      { size: { cols: 80.5, rows: 24 } },
      { size: '80x24' },
      { lessonPath: 'x'.repeat(301) },
    ];
    for (const odd of more) {
      const { status, json } = await daemon.post('/exercises/start', { exerciseId: 'first-steps', ...odd });
      expect([odd, status, json.error]).toEqual([odd, 400, 'invalid_request']);
    }
    const unknown = await daemon.post('/exercises/start', { exerciseId: 'first-steps', agent: 'vi' });
    expect([unknown.status, unknown.json.error]).toEqual([404, 'agent_unknown']);
    expect(unknown.json.agents).toContain('claude');
    expect(await daemon.home.sessions()).toEqual([]);
  });

  test('[practice-environment 1.5 exercise-missing] [practice-environment 3.1 start-not-found] for an exercise that the registry does not have gets exercise_not_found', async () => {
    await using daemon = await TestDaemon.open();
    const { status, json } = await daemon.post('/exercises/start', { exerciseId: 'ch99-nothing' });
    expect([status, json.error]).toEqual([404, 'exercise_not_found']);
    expect(json.message).toContain('ch99-nothing');
    expect(await readdir(daemon.home.in('af-practice'))).toEqual([]);
  });

  test('[practice-environment 1.5 exercise-missing] about an exercise that nobody started and the registry does not have gets exercise_not_found', async () => {
    await using daemon = await TestDaemon.open();
    for (const path of EXERCISE_POSTS) {
      const { status, json } = await daemon.post(path, { ...NEEDS[path], exerciseId: 'ch99-nothing' });
      expect([path, status, json.error]).toEqual([path, 404, 'exercise_not_found']);
    }
  });

  test('about an exercise that nobody started is answered with the lessons away too', async () => {
    await using site = await Site.open(lessons(exercise()));
    await using daemon = await TestDaemon.open({ content: site.url });
    await site.close();
    const answers = [];
    for (const path of ['reset', 'verify', 'finish']) {
      const { status, json } = await daemon.post(`/exercises/${path}`, { exerciseId: 'ch99-nothing' });
      answers.push([path, status, json.error]);
    }
    expect(answers).toEqual([
      ['reset', 200, undefined],
      ['verify', 409, 'exercise_not_started'],
      ['finish', 409, 'exercise_not_complete'],
    ]);
  });

  test('for a check of an exercise that was not started gets exercise_not_started', async () => {
    await using daemon = await TestDaemon.open();
    for (const headers of [{}, { Accept: 'application/x-ndjson' }]) {
      const { status, json } = await daemon.post('/exercises/verify', { exerciseId: 'first-steps' }, headers);
      expect([status, json.error]).toEqual([409, 'exercise_not_started']);
    }
  });

  test('[practice-environment 3.1 errors] that fails is answered with a code of the table, its status, words and facts', async () => {
    await using daemon = await TestDaemon.open();
    const start = '/exercises/start';
    const failures = await Promise.all([
      daemon.request('/nothing'),
      daemon.request(start),
      daemon.request('/health', { headers: { Host: 'example.test' } }),
      daemon.request('/health', { headers: { Origin: 'https://example.test' } }),
      daemon.request(start, { method: 'POST', headers: JSON_TYPE, body: '{}' }),
      sendBody(daemon, start, '{'),
      daemon.post(start, { exerciseId: '../x' }),
      daemon.post(start, { exerciseId: 'first-steps', force: true }),
      daemon.post(start, { exerciseId: 'not-there' }),
      daemon.post('/exercises/verify', { exerciseId: 'first-steps' }),
      daemon.request('/terminal/af-first-steps/history'),
    ]);
    const codes = failures.map(({ status, json, headers }) => {
      const { error, message } = errorBodySchema.parse(json);
      expect([error, status]).toEqual([error, ERRORS[error].status]);
      expect([error, headers['content-type']]).toEqual([error, expect.stringContaining('application/json')]);
      expect(message).toMatch(/^\S.{10,}\.$/s);
      return error;
    });
    expect(codes).toEqual([
      'not_found',
      'method_not_allowed',
      'host_forbidden',
      'origin_forbidden',
      'unauthorized',
      'invalid_json',
      'invalid_exercise_id',
      'invalid_request',
      'exercise_not_found',
      'exercise_not_started',
      'unauthorized',
    ]);
  });

  test('[practice-environment 2.1 health] [practice-environment 3.1 health] for health is answered with what a page needs, and never from a cache', async () => {
    await using daemon = await TestDaemon.open();
    const { status, json, headers } = await daemon.request('/health');
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      name: 'practice-server',
      healthy: true,
      version,
      protocolVersion: 1,
      port: daemon.daemon.port,
      platform: process.platform,
      agent: 'shell',
      activeSessions: 0,
      dependencies: { tmux: { installed: true, supported: true } },
    });
    expect(json.dependencies.tmux.version).toMatch(/^\d+\.\d+/);
    expect([headers['cache-control'], headers['x-content-type-options'], headers['x-powered-by']]).toEqual([
      'no-store',
      'nosniff',
      undefined,
    ]);
  });
});
