// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inOneTab } from '../../src/client/completions/one-tab.js';
import { withCompletions } from '../../src/client/completions/outbox.js';
import { hasOutbox, OUTBOX_KEY } from '../../src/client/completions/outbox-key.js';
import { createOutboxStore, type OutboxStore } from '../../src/client/completions/outbox-store.js';
import { completion, eventId } from './samples.js';

function learn(store: OutboxStore, number: number): void {
  store.change((outbox) => withCompletions(outbox, [completion(number)], { now: 1, userId: undefined }));
}

beforeEach(() => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  localStorage.clear();
});
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

describe('the outbox of two tabs', () => {
  it('keeps what the other has learned, also before it was told of that', () => {
    const [one, two] = [createOutboxStore(), createOutboxStore()];
    learn(one, 1);
    learn(two, 2);
    expect(one.read().waiting.map((item) => item.eventId)).toEqual([eventId(1), eventId(2)]);
  });

  it('shows what the other has done, as long as it is followed', () => {
    const [one, two] = [createOutboxStore(), createOutboxStore()];
    const stop = one.follow();
    learn(two, 1);
    window.dispatchEvent(new StorageEvent('storage', { key: OUTBOX_KEY }));
    expect(one.getSnapshot().waiting).toHaveLength(1);
    stop();
    learn(two, 2);
    window.dispatchEvent(new StorageEvent('storage', { key: OUTBOX_KEY }));
    expect(one.getSnapshot().waiting).toHaveLength(1);
  });

  it('is sent by one of them at a time', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const request = (_: string, task: () => Promise<void>) => {
      last = last.then(task);
      return last;
    };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
    const done: string[] = [];
    let end = () => {};
    const first = inOneTab(async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      done.push('first');
    });
    const second = inOneTab(async () => void done.push('second'));
    await expect.poll(() => end.name).not.toBe('end');
    end();
    await Promise.all([first, second]);
    expect(done).toEqual(['first', 'second']);
  });
});

describe('whether anything was kept', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is told without reading it', () => {
    expect(hasOutbox()).toBe(false);
    learn(createOutboxStore(), 1);
    expect(hasOutbox()).toBe(true);
    localStorage.setItem('practice:completions', '');
    expect(hasOutbox()).toBe(true);
  });

  it('is no where the browser blocks its storage', () => {
    const getItem = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem });
    expect(hasOutbox()).toBe(false);
  });
});
