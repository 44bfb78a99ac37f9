// @vitest-environment happy-dom
import { once } from 'node:events';
import { createServer } from 'node:http';
import { beforeEach, expect, it } from 'vitest';
import { PracticeServer } from '../../src/client/server/server.js';
import { answerJson, serve, type TestServer } from '../support/http.js';
import { health, widths } from '../support/samples.js';

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };

/** A daemon on the port behind that of another program, as both are wanted free at once. */
async function daemonBehind(other: TestServer): Promise<AsyncDisposable | undefined> {
  const daemon = createServer(({ url }, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    answerJson(response, url === '/health' ? health({ port: other.port + 1 }) : widths());
  });
  daemon.listen(other.port + 1, '127.0.0.1');
  const listens = await once(daemon, 'listening').catch(() => undefined);
  if (listens === undefined) return undefined;
  return { [Symbol.asyncDispose]: async () => void daemon.close().closeAllConnections() };
}

beforeEach(() => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  sessionStorage.clear();
});

it('[practice-environment 5.2 remembered] a tab that has found the daemon looks nowhere else after F5', async () => {
  for (;;) {
    const asked: unknown[] = [];
    await using other = await serve((request, response) => {
      if (request.method === 'GET') asked.push(request.url);
      response.setHeader('Access-Control-Allow-Origin', '*');
      answerJson(response, {});
    });
    await using daemon = await daemonBehind(other);
    if (daemon === undefined) continue;
    const options = { ...SITE, ports: { first: other.port, last: other.port + 1 } };
    const found = { status: 'connected', baseUrl: `http://127.0.0.1:${other.port + 1}` };
    expect(await new PracticeServer(options).connect()).toMatchObject(found);
    expect(asked).toHaveLength(1);
    expect(await new PracticeServer(options).connect()).toMatchObject(found);
    expect(asked).toHaveLength(1);
    return;
  }
});
