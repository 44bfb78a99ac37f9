import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { HttpGetError, httpGet, httpRequest } from '../../src/fetch/http-get.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { manners, Peer } from '../fixtures/wire/peer.js';

const LIMITS = { timeoutMs: 5000, maxBytes: 1000 };

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, [Symbol.asyncDispose]: stop };
}

describe('fetching from the lesson site', () => {
  test('gives status, type and body, also of a refusal', async () => {
    await using site = await serve((request, response) =>
      response.writeHead(request.url === '/a' ? 200 : 404, { 'Content-Type': 'text/plain' }).end('ä'),
    );
    const body = Buffer.from('ä');
    expect(await httpGet(`${site.url}/a`, LIMITS)).toEqual({ status: 200, contentType: 'text/plain', body });
    expect(await httpGet(`${site.url}/b`, LIMITS)).toEqual({ status: 404, contentType: 'text/plain', body });
  });

  test('follows redirects within the site, relative ones too, but in no circle', async () => {
    const site: { url: string } = { url: '' };
    const targets: Record<string, () => string> = {
      '/old': () => '/new',
      '/whole': () => `${site.url}/new`,
      '/circle': () => '/circle',
    };
    await using server = await serve((request, response) => {
      const location = targets[request.url ?? '']?.();
      if (location === undefined) response.end(`${request.url} ${request.headers.authorization ?? ''}`);
      else response.writeHead(302, { Location: location }).end();
    });
    site.url = server.url;
    expect((await httpGet(`${server.url}/old`, LIMITS)).body.toString()).toBe('/new ');
    expect((await httpGet(`${server.url}/whole`, LIMITS)).body.toString()).toBe('/new ');
    await expect(httpGet(`${server.url}/circle`, LIMITS)).rejects.toMatchObject({ kind: 'unreachable' });
    const withPassword = server.url.replace('//', '//me:secret@');
    const sent = `/new Basic ${Buffer.from('me:secret').toString('base64')}`;
    for (const path of ['/old', '/whole']) {
      expect((await httpGet(withPassword + path, LIMITS)).body.toString()).toBe(sent);
    }
  });

  test('[practice-environment 3.5 fetch] follows no redirect to another host, port or protocol, nor to one with a password, and says where it leads', async () => {
    await using other = await serve((request, response) => response.end(String(request.headers.authorization)));
    const site: { url: string } = { url: '' };
    const targets: Record<string, [location: () => string, shown: () => string]> = {
      '/port': [() => `${other.url}/x`, () => `${other.url}/x`],
      '/name': [() => site.url.replace('127.0.0.1', 'localhost'), () => site.url.replace('127.0.0.1', 'localhost')],
      '/scheme': [() => '//example.com/x', () => 'http://example.com/x'],
      '/secure': [() => site.url.replace('http:', 'https:'), () => site.url.replace('http:', 'https:')],
      '/password': [() => `${site.url.replace('//', '//you:guess@')}/x`, () => `${site.url}/x`],
      '/user': [() => `${site.url.replace('//', '//you@')}/x`, () => `${site.url}/x`],
      '/file': [() => 'file:///etc/hostname', () => 'file:///etc/hostname'],
      '/script': [() => 'javascript:alert(1)', () => 'javascript:alert(1)'],
      '/none': [() => 'http://:99999999/', () => 'an invalid address'],
      '/long': [() => `${other.url}/${'x'.repeat(5000)}`, () => `${other.url}/`],
    };
    await using server = await serve((request, response) => {
      const location = targets[request.url ?? '']?.[0]();
      if (location === undefined) response.end('it was followed');
      else response.writeHead(307, { Location: location }).end();
    });
    site.url = server.url;
    for (const [path, [, shown]] of Object.entries(targets)) {
      const asked = httpGet(server.url.replace('//', '//me:secret@') + path, LIMITS);
      const error = await asked.then(
        ({ body }) => body.toString(),
        (thrown: unknown) => thrown,
      );
      expect([path, error]).toEqual([path, expect.objectContaining({ kind: 'redirected' })]);
      const { message } = error as Error;
      expect(message).toContain(`it redirects to ${shown()}`);
      expect([message.length < 300, message.includes('secret'), message.includes('guess')]).toEqual([
        true,
        false,
        false,
      ]);
    }
  });

  test.each(Object.entries(manners))(
    'ends with an error, and with its connection, where the peer %s',
    async (_how, manner) => {
      await using peer = await Peer.open(manner);
      const outcome = httpRequest(peer.url, { timeoutMs: 400, maxBytes: 100_000, method: 'POST' });
      await expect(outcome).rejects.toBeInstanceOf(HttpGetError);
      await waitUntil('the connection is closed', () => peer.open === 0);
    },
  );

  test('sends the method and the headers it was given, and no body', async () => {
    await using peer = await Peer.open((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nyes'));
    const headers = { Authorization: 'Bearer x' };
    const answer = await httpRequest(`${peer.url}/a?b`, { ...LIMITS, method: 'POST', headers });
    expect(answer.body.toString()).toBe('yes');
    expect(peer.heard[0]).toMatch(/^POST \/a\?b HTTP\/1\.1\r\n/);
    expect(peer.heard[0]).toContain('Authorization: Bearer x\r\n');
    expect(peer.heard[0]).toContain('Connection: close\r\n');
  });

  test('takes one or two announcements of an answer as they are meant', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\n\r\n';
    await using peer = await Peer.open((socket) => void socket.end(`${early}${early}HTTP/1.1 200 OK\r\n\r\nyes`));
    expect((await httpGet(peer.url, LIMITS)).body.toString()).toBe('yes');
  });

  test('tells a body that is too large, one that is cut and one that never ends apart', async () => {
    await using site = await serve((request, response) => {
      if (request.url === '/large') response.end('x'.repeat(1001));
      else {
        response.writeHead(200, { 'Content-Length': '10' }).write('half');
        if (request.url === '/cut') setImmediate(() => response.destroy());
      }
    });
    await expect(httpGet(`${site.url}/large`, LIMITS)).rejects.toMatchObject({ kind: 'too_large' });
    await expect(httpGet(`${site.url}/cut`, LIMITS)).rejects.toMatchObject({ kind: 'cut' });
    const hurried = { ...LIMITS, timeoutMs: 200 };
    await expect(httpGet(`${site.url}/hangs`, hurried)).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(httpGet('http://127.0.0.1:1/', LIMITS)).rejects.toMatchObject({ message: 'ECONNREFUSED' });
  });
});
