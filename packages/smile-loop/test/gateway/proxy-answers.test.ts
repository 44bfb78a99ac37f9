import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { listen } from './fake-vendor.js';
import { get, speak, startProxy } from './proxy-fixture.js';

afterEach(() => void vi.restoreAllMocks());

/** A host that says these bytes to whoever asks. */
async function startHost(says: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(says));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.dispose]: () => void server.close() };
}

test.each([
  ['no status there is', 'HTTP/1.1 000 x\r\ncontent-length: 0\r\n\r\n'],
  ['the last status there is not', 'HTTP/1.1 099 x\r\ncontent-length: 0\r\n\r\n'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
])('a host that answers with %s is a 502', async (_, says) => {
  using host = await startHost(says);
  await using proxy = await startProxy([], [`docs.example:${host.port}`]);
  const answer = await get(proxy.port, `http://docs.example:${host.port}/`);
  expect([answer.status, answer.text]).toEqual([502, `docs.example:${host.port} broke off.\n`]);
});

test.each([
  ['304 Not Modified', 304, ''],
  ['204 No Content', 204, ''],
  ['200 OK', 200, 'hello'],
])('what follows a head of %s is passed on only if it may have a body', async (line, status, text) => {
  using host = await startHost(`HTTP/1.1 ${line}\r\nx-site: yes\r\ncontent-length: 5\r\n\r\nhello`);
  await using proxy = await startProxy([], [`docs.example:${host.port}`]);
  const answer = await get(proxy.port, `http://docs.example:${host.port}/`);
  expect([answer.status, answer.text, answer.headers['x-site']]).toEqual([status, text, 'yes']);
});

test('a head alone is answered where nothing else was asked for', async () => {
  using host = await startHost('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n');
  await using proxy = await startProxy([], [`docs.example:${host.port}`]);
  const wire = `HEAD http://docs.example:${host.port}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
  expect(await speak(proxy.port, wire)).toMatch(/^HTTP\/1.1 200 .*content-length: 5/s);
});

test('a client that asks for one thing after another leaves nothing behind', async () => {
  await using site = await listen((_, response) => response.end('here'));
  await using proxy = await startProxy([], [`docs.example:${site.port}`]);
  const warned = vi.spyOn(process, 'emitWarning');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let nth = 0; nth < 25; nth++) {
    const path = `http://docs.example:${site.port}/`;
    const asked = request({ agent, port: proxy.port, host: '127.0.0.1', path }).end();
    const [answer] = await once(asked, 'response');
    expect(asked.reusedSocket).toBe(nth > 0);
    await once(answer.resume(), 'end');
  }
  agent.destroy();
  expect(warned.mock.calls).toEqual([]);
});

test('what is too long for the name of a host is told as that, and kept nowhere', async () => {
  await using proxy = await startProxy([], []);
  const long = `${'a.'.repeat(125)}exam`;
  for (const [name, status] of [
    [long.slice(1), 403],
    [long, 400],
  ] as const) {
    expect((await get(proxy.port, `http://${name}/`)).status).toBe(status);
    const answer = await speak(proxy.port, `CONNECT ${name}:443 HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  }
  expect(proxy.denied).toEqual([`${long.slice(1)}:80`, `${long.slice(1)}:443`]);
});
