import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { ObserverQueue } from '../../src/api/queue.js';
import type { ObserveEvent } from '../../src/contract/observe-events.js';
import { STATE, serve, TOKEN, Watcher } from './served.js';

const start = (iteration: number): ObserveEvent => ({ type: 'iteration_start', iteration, timestamp: 't' });
const live = (text: string, line?: number): ObserveEvent => ({
  type: 'live',
  role: 'student',
  iteration: 1,
  ...(line !== undefined && { line }),
  pieces: [{ kind: 'text', text }],
  dropped: 0,
});
const command = (name: string): ObserveEvent => ({
  type: 'live',
  role: 'student',
  iteration: 1,
  pieces: [{ kind: 'command_start', command: name }],
  dropped: 0,
});
const SIX: ObserveEvent[] = [
  start(1),
  { type: 'student_output', status: 'ask_mentor', summary: 's', currentStep: 'c', iteration: 1 },
  { type: 'mentor_output', notes: 'n', iteration: 1 },
  { type: 'error', message: 'e' },
  { type: 'loop_complete', status: 'completed', outcome: 'passed', summary: 's', iterations: 1 },
];

describe('who watches', () => {
  it('[smile-loop 8.1] [smile-loop FR26] is told the state at once', async () => {
    await using server = await serve();
    using watcher = new Watcher(server.port);
    await watcher.until(() => watcher.told.length === 1);
    expect(watcher.told[0]?.event).toEqual({ type: 'connected', state: STATE });
  });

  it('[smile-loop 8.2] [smile-loop 8.3] [smile-loop 8.4] [smile-loop 8.5] [smile-loop 8.E3] [smile-loop 8.S1] is told each event, as all others are, within 100 ms', async () => {
    await using server = await serve();
    using one = new Watcher(server.port);
    using two = new Watcher(server.port);
    await Promise.all([one, two].map((watcher) => watcher.until(() => watcher.told.length === 1)));
    for (const event of SIX) {
      const at = performance.now();
      const count = one.told.length + 1;
      server.publish(event);
      await Promise.all([one, two].map((watcher) => watcher.until(() => watcher.told.length === count)));
      expect((one.told.at(-1)?.at ?? Number.POSITIVE_INFINITY) - at).toBeLessThan(100);
    }
    expect(one.told.slice(1).map(({ event }) => event)).toEqual(SIX);
    expect(two.told.map(({ event }) => event)).toEqual(one.told.map(({ event }) => event));
  });

  it('[smile-loop 8.E4] is told ten events a second at most, and every one that counts', async () => {
    await using server = await serve();
    using watcher = new Watcher(server.port);
    await watcher.until(() => watcher.told.length === 1);
    for (let number = 1; number <= 15; number += 1) {
      server.publish(start(number));
      for (let piece = 0; piece < 40; piece += 1) server.publish(command(`${number}.${piece}`));
    }
    await watcher.until(() =>
      watcher.told.some(({ event }) => event.type === 'iteration_start' && event.iteration === 15),
    );
    const starts = watcher.told.flatMap(({ event }) => (event.type === 'iteration_start' ? [event.iteration] : []));
    expect(starts).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    // When each was sent is looked at below; on its way here the first may be late, and each other one punctual.
    const took = (watcher.told.at(-1)?.at ?? 0) - (watcher.told[0]?.at ?? 0);
    expect(took).toBeGreaterThan(Math.floor((watcher.told.length - 1) / 10) * 1000 - 500);
  });

  it('[smile-loop 8.E2] may leave and come back to the state of then', async () => {
    let state = STATE;
    await using server = await serve({ status: () => state });
    const first = new Watcher(server.port);
    await first.until(() => first.told.length === 1);
    first.socket.terminate();
    await once(first.socket, 'close');
    state = { ...STATE, iteration: 2 };
    server.publish(start(2));
    using again = new Watcher(server.port);
    await again.until(() => again.told.length === 1);
    expect(again.told[0]?.event).toMatchObject({ type: 'connected', state: { iteration: 2 } });
  });

  it('[smile-loop 8.E1] is told nothing of what was before', async () => {
    await using server = await serve();
    server.publish(start(1));
    using watcher = new Watcher(server.port);
    await watcher.until(() => watcher.told.length === 1);
    server.publish(start(2));
    await watcher.until(() => watcher.told.length === 2);
    expect(watcher.types).toEqual(['connected', 'iteration_start']);
    expect(watcher.told[1]?.event).toEqual(start(2));
  });

  it('is told the state of a long run, however large it is', { timeout: 60_000 }, async () => {
    const mentorNotes = Array.from({ length: 900 }, () => 'x'.repeat(20_000));
    await using server = await serve({ status: () => ({ ...STATE, mentorNotes }) });
    using watcher = new Watcher(server.port);
    await watcher.until(() => watcher.told.length === 1);
    server.publish(start(2));
    await watcher.until(() => watcher.told.length === 2);
    expect(watcher.types).toEqual(['connected', 'iteration_start']);
  });

  it('[smile-loop 8.S3] is cut off when it does not read, and holds nobody up', { timeout: 60_000 }, async () => {
    await using server = await serve({
      status: () => ({ ...STATE, mentorNotes: Array.from({ length: 900 }, () => 'x'.repeat(20_000)) }),
    });
    using deaf = new Watcher(server.port);
    await once(deaf.socket, 'upgrade');
    deaf.socket.pause();
    const before = performance.now();
    for (let number = 1; number <= 600; number += 1) server.publish(start(number));
    expect(performance.now() - before).toBeLessThan(1000);
    deaf.socket.resume();
    await once(deaf.socket, 'close');
  });

  it.each([
    ['no token', '', {}, 401],
    ['a wrong token', '?token=wrong', {}, 401],
    ['another site', `?token=${TOKEN}`, { origin: 'http://evil.example' }, 403],
  ])('is refused with %s', async (_what, query, headers, status) => {
    await using server = await serve();
    using watcher = new Watcher(server.port, query, headers);
    const [, response] = await once(watcher.socket, 'unexpected-response');
    expect(response.statusCode).toBe(status);
  });

  it('may come with the cookie of the page', async () => {
    await using server = await serve();
    using watcher = new Watcher(server.port, '', {
      cookie: `smile_observer_${server.port}=${TOKEN}`,
      origin: `http://127.0.0.1:${server.port}`,
    });
    await watcher.until(() => watcher.told.length === 1);
  });

  it('is not listened to, and is cut off when it says much at once or ever more', async () => {
    await using server = await serve();
    for (const messages of [['x'.repeat(2000)], Array.from({ length: 101 }, () => 'x')]) {
      using watcher = new Watcher(server.port);
      await watcher.until(() => watcher.told.length === 1);
      for (const message of messages) watcher.socket.send(message);
      await once(watcher.socket, 'close');
    }
  });

  it('is cut off when it answers no ping, and stays when it does', async () => {
    await using server = await serve({ pingMs: 50 });
    using lively = new Watcher(server.port);
    using dead = new Watcher(server.port);
    dead.socket.pong = () => {};
    await once(dead.socket, 'close');
    expect(lively.socket.readyState).toBe(lively.socket.OPEN);
    await vi.waitFor(() => expect(server.observers).toBe(1), 15_000);
  });
});

describe('the end of a server', () => {
  it('tells the last of all, closes well, and leaves no clock running', async () => {
    const clocks = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = clocks();
    const server = await serve();
    using watcher = new Watcher(server.port);
    await watcher.until(() => watcher.told.length === 1);
    const closed = once(watcher.socket, 'close');
    server.publish(start(1));
    await server.close();
    expect((await closed)[0]).toBe(1000);
    expect(watcher.types).toEqual(['connected', 'iteration_start']);
    await vi.waitFor(() => expect(clocks()).toBeLessThanOrEqual(before), 15_000);
  });
});

describe('what waits for one', () => {
  it('joins pieces, then drops and counts them', () => {
    const queue = new ObserverQueue();
    queue.push(live('a'));
    queue.push(live('b'));
    for (let number = 0; number < 300; number += 1) queue.push(command(String(number)));
    expect(queue.length).toBe(1);
    const event = queue.take(0);
    expect(event).toMatchObject({ type: 'live', dropped: 101 });
    expect(event?.type === 'live' && event.pieces[0]).toEqual({ kind: 'text', text: 'ab' });
    expect(event?.type === 'live' && event.pieces.length).toBe(200);
  });

  it('joins only what is of one role, and tells from which number on', () => {
    const queue = new ObserverQueue();
    for (const seq of [4, 5, 6]) queue.push(Object.assign(live('a'), { seq }));
    queue.push(Object.assign(live('d'), { seq: 7, role: 'mentor' as const }));
    expect(queue.take(0)).toMatchObject({ from: 4, seq: 6, pieces: [{ text: 'aaa' }] });
    expect(queue.take(0)).toMatchObject({ seq: 7, role: 'mentor', pieces: [{ text: 'd' }] });
  });

  it('[smile-loop 8.S1] joins output and costs that come in turns, so that a result waits for neither', () => {
    const queue = new ObserverQueue();
    for (let number = 0; number < 30; number += 1) {
      queue.push(live(String(number % 10)));
      queue.push({ type: 'cost', usd: null, tokensIn: number, tokensOut: 0 });
    }
    queue.push(start(2));
    queue.push(live('after'));
    expect(queue.length).toBe(4);
    const told = Array.from({ length: 4 }, () => {
      expect(queue.waitMs(0)).toBe(0);
      return queue.take(0);
    });
    expect(told).toMatchObject([
      { type: 'live', pieces: [{ text: '0123456789'.repeat(3) }] },
      { type: 'cost', tokensIn: 29 },
      { type: 'iteration_start' },
      { type: 'live', pieces: [{ text: 'after' }] },
    ]);
  });

  it('joins them at the last line that any of them knows', () => {
    const queue = new ObserverQueue();
    queue.push(live('a', 3));
    queue.push(live('b'));
    expect(queue.take(0)).toMatchObject({ line: 3 });
    queue.push(live('a', 3));
    queue.push(live('b', 5));
    expect(queue.take(0)).toMatchObject({ line: 5 });
  });

  it('lets pieces have half of the second, so that a result goes at once', () => {
    const queue = new ObserverQueue();
    for (let number = 0; number < 5; number += 1) {
      queue.push(live('x'));
      expect(queue.waitMs(number)).toBe(0);
      queue.take(number);
    }
    queue.push(live('x'));
    expect(queue.waitMs(5)).toBe(995);
    queue.push(start(1));
    expect(queue.waitMs(5)).toBe(0);
  });

  it('[smile-loop 8.E4] lets ten go in any second, and the next as soon as that has passed', () => {
    const queue = new ObserverQueue();
    const sentAt: number[] = [];
    let now = 0;
    for (let number = 1; number <= 35; number += 1) queue.push(start(number));
    for (let waitMs = queue.waitMs(now); waitMs !== undefined; waitMs = queue.waitMs(now)) {
      now += waitMs + 7;
      sentAt.push(now);
      queue.take(now);
    }
    for (const [index, at] of sentAt.slice(10).entries())
      expect(at - (sentAt[index] ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(sentAt.at(-1)).toBeLessThan(3000 + 35 * 7 + 100);
  });

  it('keeps the newest cost only', () => {
    const queue = new ObserverQueue();
    for (const tokensIn of [1, 2]) queue.push({ type: 'cost', usd: null, tokensIn, tokensOut: 0 });
    expect(queue.take(0)).toMatchObject({ tokensIn: 2 });
    expect(queue.length).toBe(0);
  });
});
