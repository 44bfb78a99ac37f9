// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventsOf } from '../../src/client/events/events-of.js';
import { createPracticeClient } from '../../src/index.js';
import { settle } from '../support/connections.js';
import { eventually } from '../support/eventually.js';
import { type PracticeDaemon, startPracticeDaemon } from '../support/practice-daemon.js';
import { Waiting } from './waiting.js';

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const CHANGE = { type: 'progress_changed', data: { reason: 'import' } } as const;
const leaving: (() => void)[] = [];

async function pageAt(daemon: PracticeDaemon) {
  const { server } = createPracticeClient({ ...SITE, serverUrl: daemon.url });
  await server.connect();
  return { server, events: eventsOf(server) };
}

const eventsAt = async (daemon: PracticeDaemon) => (await pageAt(daemon)).events;

/** How often its events were asked for. */
const reads = ({ requests }: PracticeDaemon) => requests.filter((request) => request.startsWith('GET /events')).length;

afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

describe('while the student waits for something else, that events begin', () => {
  it('is told behind it, to each follower once; what happens is told at once', async () => {
    await using daemon = await startPracticeDaemon();
    const events = await eventsAt(daemon);
    const terminal = new Waiting();
    const given = events.first.give(terminal.task);
    const [early, late] = [
      { onBegin: vi.fn(), onEvent: vi.fn() },
      { onBegin: vi.fn(), onEvent: vi.fn() },
    ];
    leaving.push(events.follow(early));
    await eventually(() => expect(daemon.events.readers).toBe(1));
    leaving.push(events.follow(late));
    daemon.events.tell(CHANGE);
    await eventually(() => expect(early.onEvent).toHaveBeenCalledOnce());
    expect(late.onEvent).toHaveBeenCalledOnce();
    expect([early.onBegin, late.onBegin].map((told) => told.mock.calls.length)).toEqual([0, 0]);
    terminal.resolve('attached');
    await given;
    expect([early.onBegin, late.onBegin].map((told) => told.mock.calls.length)).toEqual([1, 1]);
  });

  it('is told behind it also to who comes when they have begun, if they still follow', async () => {
    await using daemon = await startPracticeDaemon();
    const events = await eventsAt(daemon);
    const onBegin = vi.fn();
    leaving.push(events.follow({ onBegin }));
    await eventually(() => expect(onBegin).toHaveBeenCalledOnce());
    const terminal = new Waiting();
    const given = events.first.give(terminal.task);
    const [stays, goes] = [vi.fn(), vi.fn()];
    leaving.push(events.follow({ onBegin: stays }));
    const go = events.follow({ onBegin: goes });
    await Promise.resolve();
    expect(stays).not.toHaveBeenCalled();
    go();
    terminal.resolve('attached');
    await given;
    expect(stays).toHaveBeenCalledOnce();
    expect(goes).not.toHaveBeenCalled();
    expect(onBegin).toHaveBeenCalledOnce();
  });

  it('is not told of events that the page has left meanwhile', async () => {
    await using daemon = await startPracticeDaemon();
    const events = await eventsAt(daemon);
    const terminal = new Waiting();
    const given = events.first.give(terminal.task);
    const onEvent = vi.fn();
    const leave = events.follow({ onEvent });
    await eventually(() => expect(daemon.events.readers).toBe(1));
    daemon.events.tell(CHANGE);
    await eventually(() => expect(onEvent).toHaveBeenCalled());
    leave();
    const onBegin = vi.fn();
    leaving.push(events.follow({ onBegin }));
    terminal.resolve('attached');
    await given;
    expect(onBegin).not.toHaveBeenCalled();
    await eventually(() => expect(onBegin).toHaveBeenCalledOnce());
  });
});

describe('events that are followed', () => {
  it('are not read once nobody follows them, also where their reader is still being loaded', async () => {
    await using daemon = await startPracticeDaemon();
    const { events } = await pageAt(daemon);
    events.follow()();
    leaving.push(events.follow());
    await eventually(() => expect(daemon.events.readers).toBe(1));
    await settle();
    expect(reads(daemon)).toBe(1);
  });

  it('are not read again because something is new of the daemon, once nobody follows them', async () => {
    await using daemon = await startPracticeDaemon();
    const { events, server } = await pageAt(daemon);
    const leave = events.follow();
    await eventually(() => expect(daemon.events.readers).toBe(1));
    leave();
    await eventually(() => expect(daemon.events.readers).toBe(0));
    daemon.answers.health = { ...daemon.answers.health, version: '9.9.9' };
    await server.connect();
    await settle();
    expect(reads(daemon)).toBe(1);
  });

  it('begin anew for those that come back: none is told before they are read, and each once', async () => {
    await using daemon = await startPracticeDaemon();
    const { events } = await pageAt(daemon);
    const leave = events.follow();
    await eventually(() => expect(daemon.events.readers).toBe(1));
    leave();
    const told = [vi.fn(), vi.fn()];
    for (const onBegin of told) leaving.push(events.follow({ onBegin }));
    await Promise.resolve();
    for (const onBegin of told) expect(onBegin).not.toHaveBeenCalled();
    await eventually(() => expect(told[1]).toHaveBeenCalled());
    await settle();
    for (const onBegin of told) expect(onBegin).toHaveBeenCalledOnce();
  });

  it('have begun for whoever comes later, in a turn of its own', async () => {
    await using daemon = await startPracticeDaemon();
    const { events } = await pageAt(daemon);
    const [early, late] = [vi.fn(), vi.fn()];
    leaving.push(events.follow({ onBegin: early }));
    await eventually(() => expect(early).toHaveBeenCalled());
    leaving.push(events.follow({ onBegin: late }));
    expect(late).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(late).toHaveBeenCalledOnce();
  });

  it('are told to all, and the fault of one who hears them is a fault of the page', async () => {
    await using daemon = await startPracticeDaemon();
    const { events } = await pageAt(daemon);
    const thrown: unknown[] = [];
    vi.stubGlobal('queueMicrotask', (act: () => void) => {
      try {
        act();
      } catch (error) {
        thrown.push(error);
      }
    });
    const failing = () => {
      throw new Error('The listener fails');
    };
    const onEvent = vi.fn();
    leaving.push(events.follow({ onEvent: failing }), events.follow({ onEvent }));
    await eventually(() => expect(daemon.events.readers).toBe(1));
    daemon.events.tell(CHANGE);
    await eventually(() => expect(onEvent).toHaveBeenCalledOnce());
    expect(thrown.map(String)).toEqual(['Error: The listener fails']);
    vi.unstubAllGlobals();
  });
});
