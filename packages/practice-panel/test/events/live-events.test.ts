// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventsOf } from '../../src/client/events/events-of.js';
import { keepServer } from '../../src/client/events/keep-server.js';
import type { LiveEvents } from '../../src/client/events/live-events.js';
import { Precedence } from '../../src/client/events/precedence.js';
import type { PracticeServer } from '../../src/client/server/server.js';
import { createPracticeClient } from '../../src/index.js';
import { eventually } from '../support/eventually.js';
import { type PracticeDaemon, startPracticeDaemon } from '../support/practice-daemon.js';
import { Waiting } from './waiting.js';

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const CHANGE = { type: 'progress_changed', data: { reason: 'import' } } as const;
const leaving: (() => void)[] = [];

async function eventsAt(daemon: PracticeDaemon): Promise<LiveEvents> {
  const { server } = createPracticeClient({ ...SITE, serverUrl: daemon.url });
  await server.connect();
  return eventsOf(server);
}

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

  it('lets the lists wait that an event asks for', async () => {
    vi.useFakeTimers();
    const refresh = vi.fn(async () => {});
    const first = new Precedence();
    const kept = keepServer({ refresh } as Partial<PracticeServer> as PracticeServer, first);
    const terminal = new Waiting();
    const given = first.give(terminal.task);
    kept.onEvent({ ...CHANGE, id: 1, at: '2026-01-05T10:00:00.000Z' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(refresh).not.toHaveBeenCalled();
    terminal.resolve('attached');
    await given;
    await vi.advanceTimersByTimeAsync(0);
    expect(refresh).toHaveBeenCalledOnce();
    kept.onEvent({ ...CHANGE, id: 2, at: '2026-01-05T10:00:01.000Z' });
    const next = new Waiting();
    void first.give(next.task);
    await vi.advanceTimersByTimeAsync(1000);
    kept.stop();
    next.resolve('attached');
    await vi.advanceTimersByTimeAsync(0);
    expect(refresh).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
