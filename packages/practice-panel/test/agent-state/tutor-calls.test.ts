// @vitest-environment happy-dom
import type { AgentState } from '@agent-factory/protocol/events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callWhenWaiting } from '../../src/client/agent-state/tutor-calls.js';
import { Emitter } from '../../src/client/store/emitter.js';
import { eventually } from '../support/eventually.js';

/** The browser's notifications, as far as they were shown. */
class Shown {
  static permission: NotificationPermission = 'granted';
  static all: Shown[] = [];
  isOpen = true;
  onclick: (() => void) | null = null;
  readonly words: string;
  readonly options: NotificationOptions;

  constructor(words: string, options: NotificationOptions) {
    this.words = words;
    this.options = options;
    Shown.all.push(this);
  }
  close(): void {
    this.isOpen = false;
  }
}

/** The locks of one browser: as many holders as their modes allow, in turn. */
class Locks {
  readonly #held: { name: string; mode: string }[] = [];
  readonly #waiting: (() => void)[] = [];

  async request(name: string, { mode, signal }: { mode: string; signal: AbortSignal }, task: () => Promise<void>) {
    while (this.#held.some((lock) => lock.name === name && (lock.mode === 'exclusive' || mode === 'exclusive'))) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (signal.aborted) throw signal.reason;
    const lock = { name, mode };
    this.#held.push(lock);
    await task();
    this.#held.splice(this.#held.indexOf(lock), 1);
    for (const resume of this.#waiting.splice(0)) resume();
  }

  query = async () => ({ held: [...this.#held] });
}

const NEVER = new AbortController().signal;
const stops: (() => void)[] = [];

/** A tab in which the exercise is open. */
function tab() {
  const changes = new Emitter<void>();
  let state: AgentState | undefined;
  const stop = callWhenWaiting({
    exerciseId: 'ch34-first-agent',
    title: 'Build your first agent',
    stateOf: () => state,
    onChange: (listener) => changes.on(listener),
  });
  stops.push(stop);
  return {
    stop,
    becomes(next: AgentState | undefined) {
      state = next;
      changes.emit();
    },
  };
}

function visibility(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Lets all that is under way come to its end. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  Shown.all = [];
  Shown.permission = 'granted';
  vi.stubGlobal('Notification', Shown);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new Locks() });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  visibility('visible');
  vi.unstubAllGlobals();
});

describe('a tutor that waits', () => {
  it.each([
    ['waiting', 'Your tutor waits for you'],
    ['asking', 'Your tutor asks for your permission'],
  ] as const)(
    '[terminal-events 7 notification] calls the student once when it begins %s and the page is hidden',
    async (state, words) => {
      const { becomes } = tab();
      becomes('working');
      visibility('hidden');
      await settle();
      becomes(state);
      becomes(state);
      await eventually(() => expect(Shown.all).toHaveLength(1));
      expect(Shown.all[0]).toMatchObject({ words, options: { body: 'Build your first agent' } });
      await settle();
      expect(Shown.all).toHaveLength(1);
    },
  );

  it('calls nobody who sees the page, nor for what is learned as the page opens, nor without permission', async () => {
    const { becomes } = tab();
    becomes('working');
    becomes('waiting');
    await settle();
    visibility('hidden');
    becomes(undefined);
    becomes('waiting');
    await settle();
    Shown.permission = 'denied';
    becomes('working');
    becomes('waiting');
    await settle();
    expect(Shown.all).toEqual([]);
  });

  it.each([
    ['the page is seen', () => visibility('visible')],
    ['the tutor goes on', (becomes: (state: AgentState) => void) => becomes('working')],
  ])('calls no longer when %s', async (_what, end) => {
    const { becomes } = tab();
    becomes('working');
    visibility('hidden');
    await settle();
    becomes('waiting');
    await eventually(() => expect(Shown.all[0]?.isOpen).toBe(true));
    end(becomes);
    expect(Shown.all[0]?.isOpen).toBe(false);
  });

  it.each([
    ['the tutor has gone on', ({ becomes }: ReturnType<typeof tab>) => becomes('working')],
    ['the page has gone', ({ stop }: ReturnType<typeof tab>) => stop()],
  ])('calls nobody where, by the time the tabs are known, %s', async (_what, end) => {
    const page = tab();
    page.becomes('working');
    visibility('hidden');
    await settle();
    page.becomes('waiting');
    end(page);
    await settle();
    expect(Shown.all).toEqual([]);
  });

  it('calls nobody who sees another tab of the exercise', async () => {
    const { becomes } = tab();
    let leave = () => {};
    const seen = new Promise<void>((resolve) => {
      leave = resolve;
    });
    void navigator.locks.request('practice:seen:ch34-first-agent', { mode: 'shared', signal: NEVER }, () => seen);
    becomes('working');
    visibility('hidden');
    await settle();
    becomes('waiting');
    await settle();
    expect(Shown.all).toEqual([]);
    leave();
    await settle();
    becomes('working');
    becomes('waiting');
    await eventually(() => expect(Shown.all).toHaveLength(1));
  });

  it('calls no longer when another tab of the exercise is seen, or this one has gone', async () => {
    const { becomes, stop } = tab();
    const other = new BroadcastChannel('practice:seen:ch34-first-agent');
    const heard: unknown[] = [];
    other.onmessage = (event) => void heard.push(event);
    becomes('working');
    visibility('hidden');
    await settle();
    becomes('waiting');
    await eventually(() => expect(Shown.all).toHaveLength(1));
    other.postMessage('');
    await eventually(() => expect(Shown.all[0]?.isOpen).toBe(false));
    becomes('working');
    becomes('asking');
    await eventually(() => expect(Shown.all).toHaveLength(2));
    expect(heard).toHaveLength(0);
    stop();
    expect(Shown.all[1]?.isOpen).toBe(false);
    tab();
    visibility('visible');
    await eventually(() => expect(heard.length).toBeGreaterThan(0));
    other.close();
  });

  it('leads to the page by a click', async () => {
    const { becomes } = tab();
    becomes('working');
    visibility('hidden');
    await settle();
    becomes('waiting');
    await eventually(() => expect(Shown.all).toHaveLength(1));
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => {});
    Shown.all[0]?.onclick?.();
    expect(focus).toHaveBeenCalledOnce();
    expect(Shown.all[0]?.isOpen).toBe(false);
  });

  it('calls from one tab of several, and from the next when that one is closed', async () => {
    const [one, two] = [tab(), tab()];
    for (const each of [one, two]) each.becomes('working');
    visibility('hidden');
    await settle();
    for (const each of [one, two]) each.becomes('waiting');
    await settle();
    expect(Shown.all).toHaveLength(1);
    one.stop();
    await settle();
    two.becomes('working');
    two.becomes('waiting');
    await eventually(() => expect(Shown.all).toHaveLength(2));
  });
});
