import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type SentEvent, streamEvents } from '../../src/http/streams/stream-events.js';
import { waitUntil } from '../fixtures/wait-until.js';

const PAGE: readonly SentEvent[] = [{ id: 1, data: 'x'.repeat(1024 * 1024) }];
const PAGES = 200;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.useRealTimers();
});

/** Answers every request with what is produced, and gives its address. */
async function serve(produce: (signal: AbortSignal) => AsyncIterable<readonly SentEvent[]>): Promise<string> {
  const app = express();
  app.get('/', (_request, response) => streamEvents(response, produce));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('events for somebody who does not read', () => {
  test('are produced no further than they fit into the buffers of the system', async () => {
    let produced = 0;
    const url = await serve(async function* () {
      for (; produced < PAGES; produced += 1) yield PAGE;
    });
    const asked = request(url).end();
    await once(asked, 'response');
    // Until nothing more is produced.
    for (let before = -1; before < produced; await pause(200)) before = produced;
    expect(produced).toBeLessThan(PAGES / 4);
    asked.destroy();
  });

  test('are no longer produced when they have gone', async () => {
    let ended = false;
    const url = await serve(async function* () {
      try {
        for (;;) yield PAGE;
      } finally {
        ended = true;
      }
    });
    const asked = request(url).end();
    await once(asked, 'response');
    asked.destroy();
    await waitUntil('its end', () => ended);
  });
});

test('a stream that has ended leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const before = vi.getTimerCount();
  const url = await serve(async function* () {
    yield [{ id: 1, data: 'all' }];
  });
  const text = await (await fetch(url)).text();
  expect(text).toBe('id: 1\ndata: "all"\n\n');
  expect(vi.getTimerCount()).toBe(before);
});
