import { afterEach, describe, expect, test, vi } from 'vitest';
import { Peers } from '../../src/access/peers/peers.js';
import { listen } from '../../src/listen.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { sendRaw } from '../fixtures/wire/raw-http.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

describe('what a browser sends for a page of another site, without an Origin', () => {
  test('is refused before anything is looked up, as is a link to us', async () => {
    await using daemon = await TestDaemon.open();
    const path = `${(await daemon.start()).wsUrl.replace(/^ws:\/\/[^/]*/, '')}`;
    const asked = vi.spyOn(Peers.prototype, 'require');
    for (const site of ['cross-site', 'same-site', 'Same-Origin', 'none, cross-site', '']) {
      for (const mode of ['no-cors', 'navigate']) {
        const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode };
        const requests = [
          daemon.request('/health', { headers }),
          daemon.request('/exercises/sessions', { headers }),
          daemon.request('/nothing', { headers }),
          daemon.request('/health', { method: 'HEAD', headers }),
          daemon.request(path, { headers: { ...UPGRADE, ...headers } }),
        ];
        for (const { status } of await Promise.all(requests)) expect([site, mode, status]).toEqual([site, mode, 403]);
      }
    }
    expect(asked).not.toHaveBeenCalled();
  });

  test('is no hindrance to a person, to our own page, or to an allowed page', async () => {
    await using daemon = await TestDaemon.open();
    for (const site of ['none', 'same-origin']) {
      const { status } = await daemon.request('/health', { headers: { 'Sec-Fetch-Site': site } });
      expect([site, status]).toEqual([site, 200]);
    }
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'Sec-Fetch-Site': site, Origin: daemon.origin };
      expect([site, (await daemon.request('/health', { headers })).status]).toEqual([site, 200]);
    }
  });
});

describe('what is not for every program', () => {
  test('needs an allowed origin or the token also for reading, however its path is spelt', async () => {
    await using daemon = await TestDaemon.open();
    const { token } = JSON.parse(await daemon.home.read('.af-practice-server.json'));
    for (const path of ['/progress', '/PROGRESS', '/progress/', '/terminal/widths', '/Terminal/Widths?x']) {
      for (const method of ['GET', 'HEAD']) {
        const status = async (headers: Record<string, string>) =>
          (await daemon.request(path, { method, headers })).status;
        const all = [status({}), status({ Origin: daemon.origin }), status({ Authorization: `Bearer ${token}` })];
        expect([path, method, ...(await Promise.all(all))]).toEqual([path, method, 401, 200, 200]);
      }
    }
  });
});

describe('local pages', () => {
  const local = ['http://localhost:3000', 'http://127.0.0.1:3000'];

  test('[practice-environment 2.3 cors] may use a daemon with local content', async () => {
    for (const content of [undefined, 'http://localhost:8080/course', 'http://127.0.0.1:1', 'http://[::1]:8080/']) {
      await using daemon = await TestDaemon.open(content === undefined ? {} : { content });
      for (const Origin of local)
        expect([content, (await daemon.request('/health', { headers: { Origin } })).status]).toEqual([content, 200]);
    }
  });

  test('[practice-environment 2.3 cors] may not use a daemon that has its content from the web, unless they are allowed by flag', async () => {
    const content = 'https://lessons.example/course/';
    for (const address of [content, 'http://localhost.example', 'http://127.0.0.1.example:3000']) {
      await using daemon = await TestDaemon.open({ content: address });
      for (const Origin of local) {
        const { status, json } = await daemon.request('/health', { headers: { Origin } });
        expect([address, status, json.error]).toEqual([address, 403, 'origin_forbidden']);
      }
      const { status } = await daemon.request('/health', { headers: { Origin: new URL(address).origin } });
      expect([address, status]).toEqual([address, 200]);
    }
    await using daemon = await TestDaemon.open({ content, flags: { allowOrigin: ['http://localhost:3000'] } });
    const statuses = local.map(async (Origin) => (await daemon.request('/health', { headers: { Origin } })).status);
    expect(await Promise.all(statuses)).toEqual([200, 403]);
  });
});

describe('odd requests', () => {
  const statusesOf = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

  test('[practice-environment 2.3 origin-validation] that name another host anywhere are refused', async () => {
    await using daemon = await TestDaemon.open();
    const { port } = daemon.daemon;
    const own = `Host: localhost:${port}\r\n`;
    const close = 'Connection: close\r\n\r\n';
    const heads = [
      `GET http://evil.example/health HTTP/1.1\r\n${own}${close}`,
      `GET http://localhost:${port}@evil.example/health HTTP/1.1\r\n${own}${close}`,
      `GET /health HTTP/1.1\r\n${own}Host: evil.example\r\n${close}`,
      `GET /health HTTP/1.1\r\nHost: evil.example\r\n${own}${close}`,
      `GET /health HTTP/1.1\r\nHost: localhost.:${port}\r\n${close}`,
      `OPTIONS * HTTP/1.1\r\nHost: evil.example\r\n${close}`,
    ];
    for (const head of heads) expect([head, statusesOf(await sendRaw(port, head))]).toEqual([head, [403]]);
    const proxied = `GET http://LOCALHOST:${port}/health HTTP/1.1\r\n${own}${close}`;
    expect(statusesOf(await sendRaw(port, proxied))).toEqual([200]);
    const twice = `GET /health HTTP/1.1\r\n${own}Origin: ${daemon.origin}\r\nOrigin: https://evil.example\r\n${close}`;
    expect(statusesOf(await sendRaw(port, twice))).toEqual([403]);
  });

  test('for another protocol are answered, and their connection is let go', async () => {
    await using daemon = await TestDaemon.open();
    const { port } = daemon.daemon;
    const head = (path: string, protocol: string) =>
      `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nOrigin: ${daemon.origin}\r\n\r\n`;
    expect(statusesOf(await sendRaw(port, head('/health', 'h2c')))).toEqual([404]);
    expect(statusesOf(await sendRaw(port, head('/terminal/af-first-steps', 'h2c')))).toEqual([400]);
    expect(await sendRaw(port, `CONNECT localhost:${port} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)).toBe('');
  });

  test('that never become whole are let go', async () => {
    const listening = await listen({
      ports: [0],
      open: () => ({ request() {}, upgrade() {}, close() {}, cut() {} }),
      onRefused: async () => 'next',
    });
    for (const server of listening?.servers ?? []) {
      expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 60_000]);
      server.close();
    }
  });
});
