import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { isPublicAddress } from '../../src/gateway/proxy/addresses.js';
import { allowedHosts } from '../../src/gateway/proxy/allowed-hosts.js';
import { createProxy, type ProxyOptions } from '../../src/gateway/proxy/proxy.js';
import { listen } from './fake-vendor.js';

async function startProxy(named: string[], extra: string[], more: Partial<ProxyOptions> = {}) {
  const denied: string[] = [];
  const proxy = createProxy({
    rules: allowedHosts(named, extra, { allowNetwork: false }),
    onDenied: (host, port) => denied.push(`${host}:${port}`),
    resolve: async () => ['127.0.0.1'],
    ...more,
  });
  const server = createServer((incoming, response) => void proxy.handleRequest(incoming, response));
  server.on('connect', (incoming, socket, head) => void proxy.handleConnect(incoming, socket, head));
  server.on('upgrade', (incoming, socket) => proxy.handleUpgrade(incoming, socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ denied, port, proxy },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function get(proxyPort: number, path: string, headers = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request({ port: proxyPort, host: '127.0.0.1', path, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    })
      .on('error', reject)
      .end();
  });
}

/** All that comes back to some bytes, until the other end closes. */
async function speak(port: number, words: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(words);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

test('a host that is allowed is reached by GET and through CONNECT', async () => {
  await using site = await listen((incoming, response) => {
    response.setHeader('connection', 'close');
    response.end(`${incoming.url} at ${incoming.headers.host}`);
  });
  await using proxy = await startProxy([], [`docs.example:${site.port}`]);
  expect(await get(proxy.port, `http://docs.example:${site.port}/page?a=1`)).toEqual({
    status: 200,
    text: `/page?a=1 at docs.example:${site.port}`,
  });
  const wire = `CONNECT docs.example:${site.port} HTTP/1.1\r\nhost: x\r\n\r\nGET /in HTTP/1.1\r\nhost: y\r\n\r\n`;
  expect(await speak(proxy.port, wire)).toMatch(/^HTTP\/1.1 200 .*\/in at y/s);
  expect(proxy.denied).toEqual([]);
});

test('another host is denied with the setting that opens it [smile-loop FR17]', async () => {
  await using proxy = await startProxy(['docs.example'], []);
  const { status, text } = await get(proxy.port, 'http://other.example/');
  expect([status, text]).toEqual([403, expect.stringContaining('"allowedHosts": ["other.example"]')]);
  expect(await speak(proxy.port, 'CONNECT docs.example:22 HTTP/1.1\r\nhost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 403 /);
  expect(proxy.denied).toEqual(['other.example:80', 'docs.example:22']);
});

test('a name that leads to this machine is denied, unless the configuration names it', async () => {
  await using site = await listen((_, response) => response.end('inside'));
  await using proxy = await startProxy([`docs.example:${site.port}`], [`*.wild.example:${site.port}`]);
  expect((await get(proxy.port, `http://docs.example:${site.port}/`)).text).toMatch(/leads to 127\.0\.0\.1/);
  expect((await get(proxy.port, `http://a.wild.example:${site.port}/`)).status).toBe(403);
  expect(proxy.denied).toHaveLength(2);
});

test('upgrades are refused, and there are only so many connections', async () => {
  await using proxy = await startProxy(['docs.example'], [], { maxConnections: 0 });
  const upgrade = 'GET http://docs.example/ HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
  expect(await speak(proxy.port, upgrade)).toMatch(/^HTTP\/1.1 403 /);
  expect((await get(proxy.port, 'http://docs.example/')).status).toBe(502);
});

test('an idle connection ends, and closing the proxy ends the others', async () => {
  await using site = await listen(() => {});
  await using idle = await startProxy([], [`docs.example:${site.port}`], { idleMs: 50 });
  const wire = `CONNECT docs.example:${site.port} HTTP/1.1\r\nhost: x\r\n\r\n`;
  expect(await speak(idle.port, wire)).toMatch(/^HTTP\/1.1 200 /);
  await using open = await startProxy([], [`docs.example:${site.port}`]);
  const socket = connect(open.port, '127.0.0.1');
  socket.write(wire);
  await new Promise((resolve) => socket.once('data', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await open.proxy[Symbol.asyncDispose]();
  await closed;
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['::ffff:7f00:1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['no address', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('hosts are matched by name, port and wildcard, however they are written', () => {
  const rules = allowedHosts(['Docs.Example', 'api.example:8080'], ['*.wild.example', '127.0.0.1'], {
    allowNetwork: false,
  });
  const allowed = [
    ['docs.example.', 443],
    ['api.example', 8080],
    ['a.wild.example', 80],
    ['0x7f.1', 80],
  ] as const;
  const not = [
    ['docs.example', 22],
    ['api.example', 80],
    ['wild.example', 80],
    ['notwild.example', 80],
    ['x.docs.example', 80],
  ] as const;
  expect(allowed.map(([host, port]) => rules.isAllowed(host, port))).toEqual([true, true, true, true]);
  expect(not.map(([host, port]) => rules.isAllowed(host, port))).toEqual(not.map(() => false));
  expect([rules.mayBePrivate('127.0.0.1', 80), rules.mayBePrivate('a.wild.example', 80)]).toEqual([true, false]);
});
