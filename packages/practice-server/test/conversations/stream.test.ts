import { CAUGHT_UP } from '@agent-factory/protocol/conversations';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Chat } from '../fixtures/chat.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { describeAgents } from '../fixtures/scripted-agent.js';
import { waitUntil } from '../fixtures/wait-until.js';

let home: Home;
let daemon: TestDaemon;
let chat: Chat;
beforeEach(async () => {
  home = await Home.make();
  await describeAgents(home);
  daemon = await TestDaemon.open({ home });
  chat = await Chat.open(daemon.url);
});
afterEach(async () => {
  chat[Symbol.dispose]();
  await daemon[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** What there is by now, as text. */
async function past(query = '', headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  const path = `/conversations/${chat.id}/events?follow=no${query}`;
  return daemon.request(path, { headers: { Origin: daemon.origin, ...headers } });
}

const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

describe('the events of a conversation', () => {
  test('are server-sent events, each with its id, and a line says when all are there', async () => {
    await chat.say('say hello');
    using stream = chat.follow();
    await waitUntil('all', () => stream.comments.includes(CAUGHT_UP));
    expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(stream.ids).toEqual(stream.events.map(({ id }) => id));
    expect(stream.ids).toEqual([...stream.ids].sort((a, b) => a - b));
    expect(stream.events.length).toBeGreaterThan(5);
    expect((await past()).text.endsWith(`${CAUGHT_UP}\n\n`)).toBe(true);
  });

  test('of hostile text stay one event each', async () => {
    await chat.say('say a\u2028b\u0000 id: 7');
    await chat.say(`data: x\n\nid: 99999\ndata: {}\n\nsay done`);
    expect(chat.answers.at(-1)).toBe('done');
    expect(Math.max(...idsIn((await past()).text))).toBeLessThan(100);
  });

  test('come after the last one that was seen: by the header, else by the query', async () => {
    await chat.say('say hello');
    const all = idsIn((await past()).text);
    const half = all[3] ?? 0;
    const rest = all.slice(4);
    expect(idsIn((await past(`&after=${half}`)).text)).toEqual(rest);
    expect(idsIn((await past('', { 'Last-Event-ID': `${half}` })).text)).toEqual(rest);
    expect(idsIn((await past('&after=0', { 'Last-Event-ID': `${half}` })).text)).toEqual(rest);
  });

  test.each(['-1', 'x', '', '1.5', '1e3', '0x1', '99999999999999999999', ' '])(
    'are refused after the id %j, which is none',
    async (id) => {
      const header = await past('', { 'Last-Event-ID': id });
      expect(header.status).toBe(400);
      if (id.trim() === '' || id === '1e3' || id === '0x1') return;
      expect((await past(`&after=${id}`)).status).toBe(400);
    },
  );

  test('are refused to who asks for them in another way', async () => {
    for (const query of ['&follow=maybe', '&follow=yes&follow=no', '&after=1&after=2'])
      expect([query, (await past(query)).status]).toEqual([query, 400]);
  });

  test('from the future are none yet, and what comes is told', async () => {
    await chat.say('say one');
    using odd = chat.follow('', { 'Last-Event-ID': '999999' });
    await waitUntil('all', () => odd.comments.includes(CAUGHT_UP));
    expect(odd.events).toEqual([]);
    await chat.say('say two');
    await waitUntil('what comes', () => odd.events.length >= 6);
  });

  test('end with what there is, where nobody wants to follow', async () => {
    await chat.say('say one');
    const { status, text } = await past();
    expect([status, text.includes('"delta":"one"')]).toEqual([200, true]);
  });

  test('[cli-execution-modes Q2 conversation-shared] are the same for every page', async () => {
    using other = chat.follow();
    await chat.say('stream 500');
    await waitUntil('the same', () => other.events.length >= chat.events.length);
    const text = (events: typeof chat.events) =>
      events.map(({ event }) => (event.type === 'TEXT_MESSAGE_CONTENT' ? event.delta : event.type)).join('');
    expect(text(other.events)).toBe(text(chat.events));
  });

  test('end when the conversation is deleted, and when the daemon closes', async () => {
    using other = await Chat.open(daemon.url);
    await waitUntil('both', () => [chat, other].every(({ stream }) => stream.comments.length > 0));
    await other.post('/delete');
    await waitUntil('the end of one', () => other.stream.isOver);
    expect(chat.stream.isOver).toBe(false);
    await daemon.daemon.close();
    await waitUntil('the end of the other', () => chat.stream.isOver);
  });
});

describe('a connection on which nothing happens', () => {
  test('is written to every 15 seconds, so that one that is gone is noticed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      using stream = chat.follow();
      await waitUntil('all', () => stream.comments.includes(CAUGHT_UP));
      await vi.advanceTimersByTimeAsync(15_000);
      await waitUntil('a first line', () => stream.comments.length === 2);
      await vi.advanceTimersByTimeAsync(30_000);
      await waitUntil('two more', () => stream.comments.length === 4);
      expect([stream.comments.at(-1), stream.events]).toEqual([':', []]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a page that reads slowly', () => {
  test('costs no memory, holds up nobody, and gets everything when it reads', async () => {
    const megabyte = 1024 * 1024;
    using slow = chat.follow('', {}, false);
    await waitUntil('its connection', () => slow.incoming);
    const socket = slow.incoming?.socket;
    const question = `${'x'.repeat(90_000)}\nsay`;
    for (let round = 0; round < 200; round += 1) await chat.say(`${question} ${round}`);
    const sent = 200 * question.length;
    expect(sent).toBeGreaterThan(17 * megabyte);
    // What it has not read is in the system's buffers and in one page of the log, not all in ours.
    expect(socket?.bytesRead ?? 0).toBeLessThan(sent / 2);
    slow.read();
    await waitUntil('everything', () => slow.events.length >= chat.events.length);
    expect(slow.ids).toEqual(chat.stream.ids);
  }, 240_000);
});
