import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { httpGet } from '../src/system/http-get.js';

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

  test('follows redirects, relative ones too, but in no circle and to no other protocol', async () => {
    const targets: Record<string, string> = { '/old': '/new', '/circle': '/circle', '/file': 'file:///etc/hostname' };
    await using site = await serve((request, response) => {
      const location = targets[request.url ?? ''];
      if (location === undefined) response.end(request.url);
      else response.writeHead(302, { Location: location }).end();
    });
    expect((await httpGet(`${site.url}/old`, LIMITS)).body.toString()).toBe('/new');
    expect((await httpGet(`${site.url}/file`, LIMITS)).status).toBe(302);
    await expect(httpGet(`${site.url}/circle`, LIMITS)).rejects.toMatchObject({ kind: 'unreachable' });
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
