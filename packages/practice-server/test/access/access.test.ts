import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { RUNS_ON } from '../fixtures/agent.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { allCommandLines } from '../fixtures/machine/processes.js';
import { waitUntil } from '../fixtures/wait-until.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const BODY = JSON.stringify({ exerciseId: 'first-steps' });

describe('who may talk to the daemon', () => {
  test('[practice-environment 2.3 localhost-only] it listens on loopback addresses alone', async () => {
    await using daemon = await TestDaemon.open();
    const { stdout } = await promisify(execFile)('ss', ['-Hltn', `sport = :${daemon.daemon.port}`]);
    const addresses = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/)[3]);
    const { port } = daemon.daemon;
    expect(addresses).toContain(`127.0.0.1:${port}`);
    expect([`127.0.0.1:${port}`, `[::1]:${port}`]).toEqual(expect.arrayContaining(addresses));
  });

  test('[practice-environment 2.3 cors] an allowed page gets CORS headers with its own origin, and no one else does', async () => {
    await using daemon = await TestDaemon.open({ flags: { allowOrigin: ['https://lessons.example'] } });
    const { port } = daemon.daemon;
    const allowed = [
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'https://lessons.example',
      `http://localhost:${port}`,
      `http://127.0.0.1:${port}`,
      `http://[::1]:${port}`,
    ];
    for (const origin of allowed) {
      const { status, headers } = await daemon.request('/health', { headers: { Origin: origin } });
      expect([status, headers['access-control-allow-origin'], headers.vary]).toEqual([200, origin, 'Origin']);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    const { headers } = await daemon.request('/health');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('[practice-environment 2.3 cors] the origin of a content address is allowed', async () => {
    await using daemon = await TestDaemon.open({ content: 'http://lessons.example:8080/course/' });
    const { status } = await daemon.request('/health', { headers: { Origin: 'http://lessons.example:8080' } });
    expect(status).toBe(200);
  });

  test('[practice-environment 2.3 cors] a preflight of an allowed page is answered, for the local network too', async () => {
    await using daemon = await TestDaemon.open();
    const headers = {
      Origin: daemon.origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Private-Network': 'true',
    };
    const { status, headers: given } = await daemon.request('/exercises/start', { method: 'OPTIONS', headers });
    expect([status, given['access-control-allow-methods'], given['access-control-allow-headers']]).toEqual([
      204,
      'GET, POST, DELETE',
      'Content-Type, Accept',
    ]);
    expect(given['access-control-allow-private-network']).toBe('true');
  });

  const foreign = [
    'https://evil.example',
    'null',
    'http://localhost:3001',
    'http://localhost',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    'http://LOCALHOST:3000',
    'file://',
    'http://localhost:3000/',
  ];

  test('[practice-environment 2.3 origin-validation] a page of any other origin gets nothing, by request, preflight or upgrade', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    for (const origin of foreign) {
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const headers = { ...JSON_TYPE, Origin: origin };
        const refused = await daemon.request('/exercises/reset', { method, headers, body: BODY });
        expect([origin, refused.status, refused.json.error]).toEqual([origin, 403, 'origin_forbidden']);
        expect(refused.headers['access-control-allow-origin']).toBeUndefined();
      }
      const upgrade = daemon.connect(wsUrl, { origin });
      expect((await upgrade.ended()).code).toBe(1006);
      expect(upgrade.frames).toEqual([]);
    }
    expect(await daemon.home.sessions()).toEqual(['af-first-steps']);
  });

  const hosts = (port: number): string[] => [
    'evil.example',
    `evil.example:${port}`,
    'localhost',
    'localhost:1',
    `localhost.evil.example:${port}`,
    `127.0.0.1.nip.io:${port}`,
    `0.0.0.0:${port}`,
    `user@localhost:${port}`,
    `localhost:${port}:80`,
    `127.0.0.2:${port}`,
  ];

  test('[practice-environment 2.3 origin-validation] a foreign Host gets nothing, by request or upgrade, with or without the token', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    const { token } = JSON.parse(await daemon.home.read('.af-practice-server.json'));
    for (const host of hosts(daemon.daemon.port)) {
      const { status, json } = await daemon.request('/health', {
        headers: { Host: host, Origin: daemon.origin, Authorization: `Bearer ${token}` },
      });
      expect([host, status, json?.error]).toEqual([host, 403, 'host_forbidden']);
      const upgrade = daemon.connect(wsUrl, { headers: { Host: host } });
      expect((await upgrade.ended()).code).toBe(1006);
    }
  });

  test('[practice-environment 2.3 origin-validation] every loopback name with the port of the daemon is its own', async () => {
    await using daemon = await TestDaemon.open();
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'LocalHost']) {
      const { status } = await daemon.request('/health', { headers: { Host: `${name}:${daemon.daemon.port}` } });
      expect([name, status]).toEqual([name, 200]);
    }
  });

  test('a plain program reads, and changes nothing without the token', async () => {
    await using daemon = await TestDaemon.open();
    for (const path of ['/health', '/exercises', '/exercises/sessions']) {
      expect((await daemon.request(path)).status).toBe(200);
    }
    for (const path of [
      '/exercises/start',
      '/exercises/verify',
      '/exercises/reset',
      '/exercises/finish',
      '/shutdown',
    ]) {
      const { status, json } = await daemon.request(path, { method: 'POST', headers: JSON_TYPE, body: BODY });
      expect([path, status, json.error]).toEqual([path, 401, 'unauthorized']);
      const wrong = { ...JSON_TYPE, Authorization: `Bearer ${'x'.repeat(43)}` };
      expect((await daemon.request(path, { method: 'POST', headers: wrong, body: BODY })).status).toBe(401);
    }
    expect(await daemon.home.sessions()).toEqual([]);
  });

  test('the token of the discovery file opens what an origin opens', async () => {
    await using daemon = await TestDaemon.open();
    const { token } = JSON.parse(await daemon.home.read('.af-practice-server.json'));
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${token}` };
    const { status, json } = await daemon.request('/exercises/start', { method: 'POST', headers, body: BODY });
    expect(status).toBe(200);
    const terminal = daemon.connect(json.wsUrl, { origin: undefined, headers: { Authorization: `Bearer ${token}` } });
    await terminal.attached();
  });

  test('[practice-environment 2.3 origin-validation] a terminal is not for a program without origin and token, ticket or not', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = daemon.connect((await daemon.start()).wsUrl, { origin: undefined });
    expect((await terminal.ended()).code).toBe(1006);
  });

  test('a page cannot stop the daemon', async () => {
    await using daemon = await TestDaemon.open();
    const { status, json } = await daemon.post('/shutdown', {});
    expect([status, json.error]).toEqual([401, 'unauthorized']);
    expect((await daemon.request('/health')).status).toBe(200);
  });

  test('[practice-environment 2.3 session-token] [practice-environment 3.2 address] the terminal opens only with the ticket of its session', async () => {
    await using daemon = await TestDaemon.open({ files: lessons(exercise(), exercise({ id: 'second' })) });
    const [first, second] = [await daemon.start(), await daemon.start('second')];
    const bare = first.wsUrl.split('?')[0];
    const others = [bare, `${bare}?ticket=`, `${first.wsUrl}x`, `${bare}?${second.wsUrl.split('?')[1]}`];
    for (const url of others) {
      const terminal = daemon.connect(url ?? '');
      expect((await terminal.ended()).code).toBe(4001);
      expect(terminal.frames).toMatchObject([{ type: 'error', code: 'ticket_invalid' }]);
      expect(terminal.output).toBe('');
    }
  });

  test('[practice-environment 2.3 session-token] reset voids the ticket, and the next start gives another', async () => {
    await using daemon = await TestDaemon.open();
    const first = await daemon.start();
    await daemon.post('/exercises/reset', { exerciseId: 'first-steps' });
    const gone = daemon.connect(first.wsUrl);
    expect((await gone.ended()).code).toBe(4002);
    expect(gone.frames).toMatchObject([{ type: 'error', code: 'session_not_found' }]);
    const second = await daemon.start();
    expect(second.wsUrl).not.toBe(first.wsUrl);
    expect((await daemon.connect(first.wsUrl).ended()).code).toBe(4001);
    await daemon.connect(second.wsUrl).attached();
  });

  test('[practice-environment 2.3 command-injection] [practice-environment 3.2 address] an upgrade to an odd or unknown session finds none', async () => {
    await using daemon = await TestDaemon.open();
    const ids = [
      'af-nothing',
      '',
      'first-steps',
      'af-First',
      'af-;reboot',
      'af-%2e%2e',
      'af-%00',
      `af-${'a'.repeat(10_000)}`,
    ];
    for (const id of ids) {
      const terminal = daemon.connect(`ws://localhost:${daemon.daemon.port}/terminal/${id}?ticket=x`);
      expect([id, (await terminal.ended()).code]).toEqual([id, 4002]);
      expect(terminal.output).toBe('');
    }
  });

  test('an upgrade to anything else is refused', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = daemon.connect(`ws://localhost:${daemon.daemon.port}/health`);
    expect((await terminal.ended()).code).toBe(1006);
  });

  test('[practice-environment 2.3 secrets] a key reaches the agent, and neither a command line, a log line nor an answer', async () => {
    const key = 'sk-ant-test-0123456789abcdef';
    await using daemon = await TestDaemon.open({
      agent: RUNS_ON,
      environment: { ANTHROPIC_API_KEY: key, DATABASE_PASSWORD: 'not-for-anyone' },
      flags: { logLevel: 'error' },
      files: lessons(
        exercise({
          check:
            '#!/bin/sh\necho "{\\"criteria\\":[{\\"name\\":\\"env\\",\\"passed\\":true,\\"message\\":\\"$(env | tr \'\\n\' \' \' | tr -d \'"\\\\\')\\"}]}"',
        }),
      ),
    });
    const started = await daemon.start();
    const terminal = daemon.connect(started.wsUrl);
    await terminal.shows('agent is here');
    expect(await daemon.home.read('af-practice/first-steps/key.txt')).toBe(key);
    expect(await allCommandLines()).not.toContain(key);
    const answers = await Promise.all([
      daemon.request('/health'),
      daemon.request('/exercises'),
      daemon.request('/exercises/sessions'),
      daemon.post('/exercises/verify', { exerciseId: 'first-steps' }),
    ]);
    expect(answers[3]?.json.criteria[0].message).toContain('PATH=');
    const said = [JSON.stringify(started), ...answers.map(({ text }) => text), terminal.output].join('\n');
    expect(said).not.toContain(key);
    expect(said).not.toContain('not-for-anyone');
    const log = await waitUntil('the log has lines', () => readLog(daemon));
    const ticket = new URL(started.wsUrl).searchParams.get('ticket') ?? '-';
    const { token } = JSON.parse(await daemon.home.read('.af-practice-server.json'));
    for (const secret of [key, ticket, token]) expect(log).not.toContain(secret);
  });
});

async function readLog(daemon: TestDaemon): Promise<string | undefined> {
  const day = new Date().toISOString().slice(0, 10);
  const text = await daemon.home.read('.af-practice', 'logs', `${day}.log`).catch(() => '');
  return text.includes('Work checked') ? text : undefined;
}
