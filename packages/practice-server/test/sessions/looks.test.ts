import type { SessionId } from '@agent-factory/protocol';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Interruptions } from '../../src/sessions/interruptions.js';
import { LiveSessions } from '../../src/sessions/live-sessions.js';
import type { SessionsSeen } from '../../src/tmux/servers/session-list.js';
import type { Tmux } from '../../src/tmux/tmux.js';

const NAMES = ['af-first', 'af-second', 'af-third'] as SessionId[];

/** Looks that are answered when the test says so, each with one more session that could not be asked. */
class Looks {
  readonly #answers: { resolve: (seen: SessionsSeen) => void; reject: (error: Error) => void }[] = [];
  #begun = 0;

  readonly sessions = new LiveSessions({ listSessions: () => this.#begin() } as unknown as Tmux, async () => []);

  get begun(): number {
    return this.#begun;
  }

  answer(): void {
    this.#answers.shift()?.resolve({ live: [], ended: [], unknown: NAMES.slice(0, this.#begun) });
  }

  fail(): void {
    this.#answers.shift()?.reject(new Error('tmux does not answer'));
  }

  #begin(): Promise<SessionsSeen> {
    this.#begun += 1;
    return new Promise((resolve, reject) => this.#answers.push({ resolve, reject }));
  }
}

afterEach(() => {
  vi.useRealTimers();
});

/** Until what was resolved has been heard of. */
const heard = () => new Promise((resolve) => setImmediate(resolve));

test('who asks during a look at tmux shares the one behind it, which is newer than what they did', async () => {
  const looks = new Looks();
  const first = looks.sessions.list();
  await heard();
  const second = looks.sessions.list();
  const third = looks.sessions.list();
  expect(third).toBe(second);
  looks.answer();
  expect((await first).unknown).toHaveLength(1);
  await heard();
  looks.answer();
  expect((await second).unknown).toHaveLength(2);
  expect(looks.begun).toBe(2);
});

test('there is one look at a time, also for whoever asks in the moment in which one ends', async () => {
  const looks = new Looks();
  const first = looks.sessions.list().then(() => looks.sessions.list());
  await heard();
  const second = looks.sessions.list();
  looks.answer();
  await heard();
  expect(looks.begun).toBe(2);
  looks.answer();
  expect(await first).toBe(await second);
  expect(looks.begun).toBe(2);
});

test('who asks when all looks have ended gets a new one', async () => {
  const looks = new Looks();
  const first = looks.sessions.list();
  await heard();
  const second = looks.sessions.list();
  looks.answer();
  await first;
  await heard();
  looks.answer();
  await second;
  const last = looks.sessions.list();
  await heard();
  looks.answer();
  expect((await last).unknown).toHaveLength(3);
});

test('a look that fails concerns who asked for it, not who shares the one behind it', async () => {
  const looks = new Looks();
  const first = looks.sessions.list();
  await heard();
  const second = looks.sessions.list();
  looks.fail();
  await expect(first).rejects.toThrow('tmux does not answer');
  await heard();
  looks.answer();
  expect((await second).unknown).toHaveLength(2);
});

test('a look in the background that fails is no failure of the daemon', async () => {
  const looks = new Looks();
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  try {
    looks.sessions.refresh();
    await heard();
    looks.fail();
    await heard();
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});

describe('the sessions that there were a moment ago', () => {
  test('are looked for again in the background when they were asked for more than five seconds ago', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const looks = new Looks();
    expect(looks.sessions.sessionIds).toEqual([]);
    await heard();
    expect(looks.begun).toBe(1);
    vi.advanceTimersByTime(2000);
    looks.answer();
    await heard();
    vi.advanceTimersByTime(3000);
    expect(looks.sessions.sessionIds).toHaveLength(1);
    await heard();
    expect(looks.begun).toBe(1);
    vi.advanceTimersByTime(1);
    expect(looks.sessions.sessionIds).toHaveLength(1);
    await heard();
    expect(looks.begun).toBe(2);
    looks.answer();
    await heard();
    expect(looks.sessions.sessionIds).toHaveLength(2);
  });

  test('are looked for once, however often somebody asks meanwhile', async () => {
    const looks = new Looks();
    for (let count = 0; count < 3; count += 1) expect(looks.sessions.sessionIds).toEqual([]);
    await heard();
    for (let count = 0; count < 3; count += 1) expect(looks.sessions.sessionIds).toEqual([]);
    looks.answer();
    await heard();
    expect(looks.sessions.sessionIds).toHaveLength(1);
    expect(looks.begun).toBe(1);
  });
});

test('who asks before a look has asked tmux shares it, and one whose records cannot be read is no hindrance', async () => {
  let fails = true;
  let begun = 0;
  const seen: SessionsSeen = { live: [], ended: [], unknown: [] };
  const tmux = { listSessions: async () => ({ ...seen, unknown: NAMES.slice(0, ++begun) }) } as unknown as Tmux;
  const sessions = new LiveSessions(tmux, async () => {
    if (fails) throw new Error('no records');
    return [];
  });
  await expect(Promise.all([sessions.list(), sessions.list()])).rejects.toThrow('no records');
  fails = false;
  const [first, second] = [sessions.list(), sessions.list()];
  expect(second).toBe(first);
  expect((await first).unknown).toHaveLength(1);
  expect(begun).toBe(1);
});

test('sessions that could not be asked are counted: they are not known to be gone', async () => {
  const looks = new Looks();
  const asked = looks.sessions.list();
  await heard();
  looks.answer();
  await asked;
  expect(looks.sessions.sessionIds).toHaveLength(1);
});

test('what begins after an interruption goes on', () => {
  const interruptions = new Interruptions();
  const before = interruptions.signal('first-steps');
  const other = interruptions.signal('second-steps');
  interruptions.interrupt('first-steps', 'reset');
  expect([before.aborted, before.reason, other.aborted]).toEqual([true, 'reset', false]);
  expect(interruptions.signal('first-steps').aborted).toBe(false);
});
