import { once } from 'node:events';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from './fake-vendor.js';
import { get, speak, speaking, startProxy } from './proxy-fixture.js';

const connectTo = (host: string) => `CONNECT ${host} HTTP/1.1\r\nhost: x\r\n\r\n`;

function later<T>() {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

test('what is no host, no port or no http is told as that, and not as a host that is denied', async () => {
  await using proxy = await startProxy(['docs.example'], [], { resolve: async () => [] });
  for (const host of ['docs.example:0', 'docs.example:65536', 'docs.example']) {
    expect(await speak(proxy.port, connectTo(host)), host).toMatch(/^HTTP\/1.1 502 .*names no host and port/s);
  }
  expect((await get(proxy.port, 'https://docs.example/')).text).toContain('reached by CONNECT');
  expect((await get(proxy.port, 'http://docs.example/')).text).toContain('leads nowhere');
  expect(proxy.denied).toEqual([]);
});

test('an address is reached as it is, and a name at the next of its addresses', async () => {
  await using site = await listen((_, response) => response.end('here'));
  const extra = [`127.0.0.1:${site.port}`, `docs.example:${site.port}`];
  await using proxy = await startProxy([], extra, { resolve: async () => ['::1', '127.0.0.1'] });
  expect((await get(proxy.port, `http://docs.example:${site.port}/`)).text).toBe('here');
  await using unnamed = await startProxy([], extra, { resolve: async () => [] });
  expect((await get(unnamed.port, `http://127.0.0.1:${site.port}/`)).text).toBe('here');
});

test('what is about one connection is passed on in neither direction', async () => {
  await using site = await listen((request, response) => {
    response.writeHead(200, { 'proxy-authenticate': 'Basic', 'x-site': 'yes' });
    response.end(JSON.stringify(request.headers));
  });
  await using proxy = await startProxy([], [`docs.example:${site.port}`]);
  const headers = { 'proxy-authorization': 'Basic c2VjcmV0', te: 'trailers', 'x-mine': 'yes' };
  const answer = await get(proxy.port, `http://docs.example:${site.port}/`, headers);
  expect(Object.keys(JSON.parse(answer.text)).sort()).toEqual(['connection', 'host', 'x-mine']);
  expect(answer.headers).toMatchObject({ 'x-site': 'yes' });
  expect(answer.headers).not.toHaveProperty('proxy-authenticate');
});

test('a connection counts from when it is asked for until it ends, and one that was denied counts no more', async () => {
  await using site = await listen((_, response) => response.end('here'));
  const waiting = later<string[]>();
  let asked = 0;
  const resolve = () => {
    asked += 1;
    return asked === 1 ? waiting.promise : Promise.resolve(['127.0.0.1']);
  };
  const url = `http://docs.example:${site.port}/`;
  await using proxy = await startProxy([], [`docs.example:${site.port}`], { maxConnections: 1, resolve });
  const first = get(proxy.port, url);
  await expect.poll(() => asked).toBe(1);
  expect((await get(proxy.port, url)).text).toContain('More than 1 connections');
  waiting.settle(['127.0.0.1']);
  expect((await first).text).toBe('here');
  await expect.poll(async () => (await get(proxy.port, 'http://other.example/')).status).toBe(403);
  await expect.poll(async () => (await get(proxy.port, url)).text).toBe('here');
});

test.each(['the client leaves', 'the proxy is closed before there is one'])(
  'a connection to a host ends when %s',
  async (what) => {
    const reached = later<Socket>();
    const site = createSocketServer((socket) => reached.settle(socket.on('error', () => {}).resume()));
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const { port } = site.address() as AddressInfo;
    const [addresses, asked] = [later<string[]>(), later<void>()];
    const resolve = () => {
      asked.settle();
      return addresses.promise;
    };
    await using proxy = await startProxy([], [`docs.example:${port}`], { resolve });
    const client = speaking(proxy.port, connectTo(`docs.example:${port}`));
    await asked.promise;
    if (what !== 'the client leaves') await proxy.proxy[Symbol.asyncDispose]();
    addresses.settle(['127.0.0.1']);
    const closed = once(await reached.promise, 'close');
    if (what === 'the client leaves') {
      await once(client, 'data');
      client.resetAndDestroy();
    }
    await closed;
    client.destroy();
    site.close();
  },
);
