import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Discovery } from '@agent-factory/protocol';
import { describe, expect, test } from 'vitest';
import { isProof, newNonce, proofOf } from '../../src/access/proof.js';
import { run } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { send } from '../fixtures/wire/http.js';

/** A program on a port of its own that answers for the daemon, and keeps all that it was sent. */
class Impostor {
  readonly heard: string[] = [];
  readonly #server: Server;

  private constructor(answer: (path: string) => Promise<string>) {
    this.#server = createServer((request, response) => void this.#serve(request, response, answer));
  }

  static async open(answer: (path: string) => Promise<string>): Promise<Impostor> {
    const impostor = new Impostor(answer);
    impostor.#server.listen(0, '127.0.0.1');
    await once(impostor.#server, 'listening');
    return impostor;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async #serve(request: IncomingMessage, response: ServerResponse, answer: (path: string) => Promise<string>) {
    this.heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.setHeader('Content-Type', 'application/json').end(await answer(request.url ?? ''));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

describe('a program that answers for the daemon', () => {
  const ways: Array<[string, (url: string) => (path: string) => Promise<string>]> = [
    ['with a health answer that it has heard', (url) => async () => (await send(`${url}/health`)).text],
    ['with a proof that it has heard', (url) => async () => (await send(`${url}/health?nonce=${newNonce()}`)).text],
    ['with the answer of the daemon on another port', (url) => async (path) => (await send(url + path)).text],
  ];

  test.each(ways)('%s is never sent the token, and the student is told', async (_way, answerFrom) => {
    await using daemon = await TestDaemon.open();
    await using impostor = await Impostor.open(answerFrom(daemon.url));
    await using home = await Home.make();
    const truth: Discovery = JSON.parse(await daemon.home.read('.af-practice-server.json'));
    await writeFile(home.in('.af-practice-server.json'), JSON.stringify({ ...truth, port: impostor.port }));
    const words = `A program on port ${impostor.port} answers like the practice server with process ${truth.pid}`;
    const stopped = await run(home, ['stop']);
    expect([stopped.code, stopped.stdout, stopped.stderr]).toEqual([1, '', expect.stringContaining(words)]);
    expect(stopped.stderr).toContain(`kill ${truth.pid}`);
    expect((await run(home, ['sessions'])).stdout).toContain(words);
    expect((await run(home, ['--agent', 'shell', 'doctor'])).stdout).toMatch(new RegExp(`^note {5}${words}`, 'm'));
    await using second = await TestDaemon.open({ home, content: home.in('site') });
    expect(second.daemon.port).not.toBe(impostor.port);
    expect(impostor.heard.length).toBeGreaterThan(3);
    for (const request of impostor.heard) {
      expect(request).toMatch(/^GET \/health\?nonce=[\w-]{43} /);
      expect(request).not.toContain(truth.token);
      expect(request).not.toContain('authorization');
    }
    expect(new Set(impostor.heard.map((request) => request.split(' ')[1])).size).toBe(impostor.heard.length);
  });

  test('of an earlier version, which still has this home, is named with its process', async () => {
    await using daemon = await TestDaemon.open();
    const discovery: Discovery = JSON.parse(await daemon.home.read('.af-practice-server.json'));
    await using earlier = await Impostor.open(async () => (await send(`${daemon.url}/health`)).text);
    await writeFile(daemon.home.in('.af-practice-server.json'), JSON.stringify({ ...discovery, port: earlier.port }));
    const { code, stderr } = await run(daemon.home, ['--port', '0', '--no-open']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Another practice server uses this home directory.')]);
    expect(stderr).toContain(`kill ${process.pid}`);
  });
});

describe('the proof of the daemon', () => {
  test('is of its token, its port and the nonce', async () => {
    await using daemon = await TestDaemon.open();
    const { token, port }: Discovery = JSON.parse(await daemon.home.read('.af-practice-server.json'));
    const nonce = newNonce();
    const { proof } = (await daemon.request(`/health?nonce=${nonce}`)).json;
    expect(proof).toBe(proofOf(token, { nonce, port }));
    expect(isProof(proof, token, { nonce, port })).toBe(true);
    expect(isProof(undefined, token, { nonce, port })).toBe(false);
    const others = [
      isProof(proof, `${token}x`, { nonce, port }),
      isProof(proof, token, { nonce: newNonce(), port }),
      isProof(proof, token, { nonce, port: port + 1 }),
    ];
    expect(others).toEqual([false, false, false]);
  });

  test('is given for a nonce of the right form alone, and not unasked', async () => {
    await using daemon = await TestDaemon.open();
    expect((await daemon.request('/health')).json).not.toHaveProperty('proof');
    const nonce = newNonce();
    for (const query of [
      'nonce=',
      'nonce=short',
      `nonce=${nonce}x`,
      `nonce=${nonce}&nonce=${nonce}`,
      `nonce=${'é'.repeat(43)}`,
    ]) {
      const { status, json } = await daemon.request(`/health?${encodeURI(query)}`);
      expect([query, status, json.error, json.proof]).toEqual([query, 400, 'invalid_request', undefined]);
    }
  });
});
