import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Place } from '../../src/client/events/place.js';
import { SharedFeed } from '../../src/client/events/shared-feed.js';
import { type Sharing, sharingOf } from '../../src/client/events/tab-line.js';
import type { PracticeServer } from '../../src/client/server/server.js';
import { Browser } from './sharing.js';

const MINUTE_MS = 60_000;
/** A tab that asks for more turns gets none: what is at fault then fails a test, and does not hang it. */
const MOST_TURNS = 20;
const opened: SharedFeed[] = [];

/** A daemon that never says anything by itself, and how many streams of it are read. */
class SilentDaemon {
  readers = 0;
  /** What is on its way still arrives where a stream is no longer wanted. */
  isLate = false;
  readonly #streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  readonly server = {
    ask: (question: (rest: unknown) => unknown) => question({ stream: this.#stream }),
    connect: async () => undefined,
  } as unknown as PracticeServer;

  readonly #stream = async ({ signal }: { signal: AbortSignal }) => {
    this.readers += 1;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#streams.push(controller);
        signal.addEventListener('abort', () => {
          this.readers -= 1;
          if (!this.isLate) controller.error(signal.reason);
        });
      },
    });
    return { ok: true, value: new Response(body) };
  };

  /** Says something on every stream that there is. */
  say(message: object): void {
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`);
    for (const stream of this.#streams) stream.enqueue(bytes);
  }
}

/** A tab, which notes each turn that it takes from another one, and what it says. */
function open({ server }: SilentDaemon, sharing: Sharing) {
  const tab = { steals: 0, beats: 0, turns: 0, passed: 0 };
  const watched: Sharing = {
    line(onMessage) {
      const line = sharing.line(onMessage);
      return {
        close: line.close,
        tell(message) {
          if (message === 'beat') tab.beats += 1;
          else if (message !== 'hello') tab.passed += 1;
          line.tell(message);
        },
      };
    },
    inTurn(turn) {
      tab.turns += 1;
      if (turn.steal) tab.steals += 1;
      return tab.turns > MOST_TURNS ? new Promise(() => {}) : sharing.inTurn(turn);
    },
  };
  const listener = { onBegin: () => {}, onEvent: () => {} };
  const feed = new SharedFeed({ server, baseUrl: 'http://daemon', place: new Place(), listener, sharing: watched });
  opened.push(feed);
  return Object.assign(tab, { close: () => feed.stop() });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const feed of opened.splice(0)) feed.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the tab that reads the events', () => {
  it('goes on for as long as it gives signs of life, however little happens', async () => {
    const [daemon, browser] = [new SilentDaemon(), new Browser()];
    const tabs = [open(daemon, browser.sharing), open(daemon, browser.sharing)];
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
    expect(tabs.map(({ steals }) => steals)).toEqual([0, 0]);
    expect(daemon.readers).toBe(1);
  });

  it('has until after the next of its timers, which a browser lets run once a minute in a hidden tab', async () => {
    const [daemon, browser] = [new SilentDaemon(), new Browser()];
    const [, other] = [open(daemon, browser.sharing), open(daemon, browser.sharing)];
    await vi.advanceTimersByTimeAsync(1000);
    browser.isMuted = true;
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(other.steals).toBe(0);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(other.steals).toBe(1);
  });

  it('says no more once another has taken over, and takes over itself when that one hangs', async () => {
    const [daemon, browser] = [new SilentDaemon(), new Browser()];
    const [first, second] = [open(daemon, browser.sharing), open(daemon, browser.sharing)];
    browser.isMuted = true;
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect([first.steals, second.steals, daemon.readers]).toEqual([0, 1, 1]);
    const before = first.beats;
    browser.isMuted = false;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(first.beats).toBe(before);
    browser.isMuted = true;
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect([first.steals, second.steals, daemon.readers]).toEqual([1, 1, 1]);
  });

  it('passes nothing on that arrives once another has taken over', async () => {
    const [daemon, browser] = [new SilentDaemon(), new Browser()];
    daemon.isLate = true;
    const [first, second] = [open(daemon, browser.sharing), open(daemon, browser.sharing)];
    browser.isMuted = true;
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    daemon.say({ type: 'stream_opened', cursor: '9f86d081-42', gap: false });
    await vi.advanceTimersByTimeAsync(1000);
    expect([first.steals, second.steals, first.passed, second.passed]).toEqual([0, 1, 0, 1]);
  });

  it('is watched by the tab that it has taken over from, from the first moment', async () => {
    const [daemon, browser] = [new SilentDaemon(), new Browser()];
    const [first, second] = [open(daemon, browser.sharing), open(daemon, browser.sharing)];
    browser.isMuted = true;
    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
    expect([first.steals, second.steals]).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect([first.steals, second.steals, daemon.readers]).toEqual([1, 1, 1]);
  });

  it('is every tab, where the browser keeps no locks for the page', async () => {
    const refuse = async () => Promise.reject(new DOMException('Not for this page', 'SecurityError'));
    vi.stubGlobal('navigator', { locks: { request: refuse } });
    const daemon = new SilentDaemon();
    const sharing = sharingOf('http://daemon');
    const tabs = sharing ? [open(daemon, sharing), open(daemon, sharing)] : [];
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(tabs.map(({ turns }) => turns)).toEqual([1, 1]);
    expect(daemon.readers).toBe(2);
  });

  it('is left alone by one that has been closed', async () => {
    const [daemon, browser] = [new SilentDaemon(), new Browser()];
    const [, other] = [open(daemon, browser.sharing), open(daemon, browser.sharing)];
    await vi.advanceTimersByTimeAsync(1000);
    other.close();
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect([other.steals, other.turns]).toEqual([0, 1]);
    expect(daemon.readers).toBe(1);
  });
});
