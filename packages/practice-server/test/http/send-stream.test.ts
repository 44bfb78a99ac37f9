import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { sendStream } from '../../src/http/streams/send-stream.js';

const PIECE = 'x'.repeat(64 * 1024);
const COUNT = 2000;

/** A server that answers with many pieces, and who asks it. */
async function ask() {
  let made = 0;
  let isClosed = false;
  let settled: Promise<void> = Promise.resolve();
  function* pieces() {
    try {
      for (; made < COUNT; made += 1) yield PIECE;
    } finally {
      isClosed = true;
    }
  }
  const server = createServer((_request, response) => {
    settled = sendStream(response as unknown as Response, Readable.from(pieces()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [answer] = (await once(get({ port: (server.address() as AddressInfo).port }), 'response')) as [IncomingMessage];
  return {
    answer,
    made: () => made,
    isClosed: () => isClosed,
    settled: () => settled,
    [Symbol.asyncDispose]: async () => {
      answer.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a text is made as it is read, and whole in the end', async () => {
  await using asked = await ask();
  let before = 0;
  const isFull = () => {
    const [now, last] = [asked.made(), before];
    before = now;
    return now > 0 && now === last;
  };
  await expect.poll(isFull, { interval: 100, timeout: 10_000 }).toBe(true);
  expect(asked.made()).toBeLessThan(COUNT);
  let length = 0;
  for await (const chunk of asked.answer) length += chunk.length;
  expect(length).toBe(COUNT * PIECE.length);
  await asked.settled();
});

test('a client that leaves is no failure, and ends what makes the text', async () => {
  await using asked = await ask();
  asked.answer.destroy();
  await asked.settled();
  expect([asked.isClosed(), asked.made() < COUNT]).toEqual([true, true]);
});
