// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConversationFeed } from '../../src/client/conversations/conversation-feed.js';
import { EventFollower } from '../../src/client/conversations/follower.js';
import { createPracticeClient } from '../../src/index.js';
import { answer, question, runFinished, runStarted, sentAs, startChatDaemon } from '../support/chat-daemon.js';
import { eventually } from '../support/eventually.js';

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const leaving: (() => void)[] = [];

afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
  setHidden(false);
});

function visit(url: string) {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url);
}

function setHidden(isHidden: boolean): void {
  const state = isHidden ? 'hidden' : 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

async function followed() {
  visit('http://localhost:3000/');
  const daemon = await startChatDaemon();
  const { server } = createPracticeClient({ ...site, serverUrl: daemon.url });
  const id = daemon.begin();
  daemon.log(id, runStarted(), ...question('What is a loop?'), ...answer(['It ', 'repeats.']), runFinished());
  const feed = new ConversationFeed(id, server);
  leaving.push(feed.follow());
  await eventually(() => expect(feed.getSnapshot()).toMatchObject({ isLoaded: true, link: { status: 'live' } }));
  const texts = () => feed.getSnapshot().thread.items.flatMap((item) => ('text' in item ? [item.text] : []));
  return { daemon, server, id, feed, texts, [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose]() };
}

test('what a stream still brings that was left behind changes nothing', async () => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      stream = own;
    },
  });
  const response = new Response(body);
  const rest = { stream: async () => ({ ok: true, value: response }) };
  const server = { ask: (question: (own: unknown) => unknown) => question(rest), connect: async () => undefined };
  const heard: string[] = [];
  const follower = new EventFollower({
    conversationId: 'c',
    server: server as never,
    lastEventId: () => 0,
    onEvent: ({ id }) => void heard.push(`event ${id}`),
    onCaughtUp: () => void heard.push('caught up'),
    onLink: ({ status }) => void heard.push(status),
  });
  const send = (id: number, event = runStarted()) =>
    stream?.enqueue(new TextEncoder().encode(sentAs({ id, at: new Date().toISOString(), event })));
  follower.start();
  send(1);
  await eventually(() => expect(heard).toEqual(['connecting', 'event 1']));
  follower.stop();
  send(2);
  stream?.close();
  await new Promise((resolve) => setTimeout(resolve));
  expect(heard).toEqual(['connecting', 'event 1', 'off']);
});

describe('a conversation that is followed', () => {
  test('shows what was said before, all at once', async () => {
    await using world = await followed();
    expect(world.texts()).toEqual(['What is a loop?', 'It repeats.']);
  });

  test('shows what comes in a frame as one change', async () => {
    await using world = await followed();
    const seen = vi.fn();
    world.feed.subscribe(seen);
    world.daemon.log(world.id, ...answer(Array.from({ length: 200 }, (_, index) => `${index} `)));
    await eventually(() => expect(world.texts().at(-1)).toContain('199'));
    expect(seen.mock.calls.length).toBeLessThan(20);
  });

  test('goes on after the daemon went and came back, without anything twice', async () => {
    await using world = await followed();
    world.daemon.dropReaders();
    await eventually(() => expect(world.feed.getSnapshot().link.status).toBe('reconnecting'));
    world.daemon.log(world.id, ...question('Are you there?'));
    await eventually(() => expect(world.texts().at(-1)).toBe('Are you there?'));
    expect(world.texts()).toHaveLength(3);
    const asked = world.daemon.requests.filter(({ name }) => name.endsWith('/events'));
    expect(asked.map(({ query }) => query)).toEqual(['?after=0', '?after=9']);
    expect(world.feed.getSnapshot().link.status).toBe('live');
  });

  test('goes on however often the daemon goes, as long as it comes back', async () => {
    await using world = await followed();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      for (let times = 0; times < 7; times += 1) {
        world.daemon.dropReaders();
        await eventually(() => expect(world.feed.getSnapshot().link.status).toBe('reconnecting'));
        await vi.advanceTimersByTimeAsync(1000);
        await eventually(() => expect(world.feed.getSnapshot().link.status).toBe('live'));
      }
    } finally {
      vi.useRealTimers();
    }
  });

  test('says to the whole page that the daemon is gone, once it does not come back', async () => {
    await using world = await followed();
    world.daemon.dropReaders();
    await world.daemon[Symbol.asyncDispose]();
    await eventually(() => expect(world.server.getSnapshot().connection.status).toBe('unreachable'));
  });

  test('passes over an event it does not know, and one that was there already', async () => {
    await using world = await followed();
    world.daemon.log(world.id, { type: 'SOMETHING_NEW' } as never, ...question('Still here?'));
    await eventually(() => expect(world.texts().at(-1)).toBe('Still here?'));
  });

  test('has no connection while nobody sees the page, and catches up afterwards', async () => {
    await using world = await followed();
    setHidden(true);
    await eventually(() => expect(world.daemon.readers(world.id)).toBe(0));
    world.daemon.log(world.id, ...question('Unseen'));
    expect(world.texts()).toHaveLength(2);
    setHidden(false);
    await eventually(() => expect(world.texts().at(-1)).toBe('Unseen'));
    expect(world.daemon.readers(world.id)).toBe(1);
  });

  test('ends its connection when it is left', async () => {
    await using world = await followed();
    for (const leave of leaving.splice(0)) leave();
    await eventually(() => expect(world.daemon.readers(world.id)).toBe(0));
    // Not when the page is looked at again, either.
    setHidden(true);
    setHidden(false);
    expect(world.feed.getSnapshot().link.status).toBe('off');
  });

  test('is given up where the daemon says that it is gone, and can be asked for again', async () => {
    await using world = await followed();
    const gone = { error: 'conversation_not_found', message: 'It was deleted.' };
    world.daemon.refuse(`GET /conversations/${world.id}/events`, 404, gone);
    world.daemon.dropReaders();
    await eventually(() => expect(world.feed.getSnapshot().link).toMatchObject({ status: 'lost', error: gone }));
    world.feed.reconnect();
    await eventually(() => expect(world.feed.getSnapshot().link.status).toBe('live'));
  });
});
