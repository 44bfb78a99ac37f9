// @vitest-environment happy-dom
import type { Presence } from '@agent-factory/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PasteState } from '../../src/client/pastes/pastes.js';
import { BUSY_FOR_MS, LOOK_AFTER_MS, tellPresence } from '../../src/client/presence/presence.js';
import { createStore } from '../../src/client/store/store.js';

const SEEN = { visible: true, busy: false };
const BUSY = { visible: true, busy: true };

/** The observer of the element, so that a test can hide it. */
let intersect: (isIntersecting: boolean) => void = () => {};
const disconnect = vi.fn();
const stops: (() => void)[] = [];

class Observer {
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    intersect = (isIntersecting) => callback([{ isIntersecting }]);
  }
  observe() {}
  disconnect = disconnect;
}

function watch() {
  const told: Presence[] = [];
  const pastes = createStore((_: PasteState, next: PasteState) => next, { status: 'none' });
  const line = { tellPresence: (presence: Presence) => void told.push(presence), pastes };
  stops.push(tellPresence(document.body, line as unknown as Parameters<typeof tellPresence>[1]));
  return { told, pastes };
}

function visibility(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

function fire(target: EventTarget, type: string, init: object = {}): void {
  target.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), init));
}

function add(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body.firstElementChild as HTMLElement;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', Observer);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  document.body.innerHTML = '';
  visibility('visible');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the presence of a student', () => {
  it('is told at once, and again only when it changes', () => {
    const { told } = watch();
    expect(told).toEqual([SEEN]);
    fire(document.body, 'click');
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([SEEN]);
  });

  it('says that nobody sees a page that is hidden, or a panel in a tab that is not chosen', () => {
    const { told } = watch();
    visibility('hidden');
    visibility('visible');
    intersect(false);
    intersect(true);
    expect(told.map(({ visible }) => visible)).toEqual([true, false, true, false, true]);
  });

  it('is busy from the first key in any field until some seconds after the last, in two frames', () => {
    const { told } = watch();
    const field = add('<textarea></textarea>');
    for (let key = 0; key < 20; key += 1) {
      fire(field, 'keydown');
      vi.advanceTimersByTime(BUSY_FOR_MS / 2);
    }
    expect(told).toEqual([SEEN, BUSY]);
    vi.advanceTimersByTime(BUSY_FOR_MS);
    expect(told).toEqual([SEEN, BUSY, SEEN]);
  });

  it.each(['input', 'paste'])('is busy after %s, which a touch keyboard sends without keys', (type) => {
    const { told } = watch();
    fire(document.body, type);
    expect(told).toEqual([SEEN, BUSY]);
  });

  it('is not busy by keys that go to no field', () => {
    const { told } = watch();
    fire(document.body, 'keydown');
    expect(told).toEqual([SEEN]);
  });

  it('is busy as long as a word is composed', () => {
    const { told } = watch();
    fire(document.body, 'compositionstart');
    vi.advanceTimersByTime(10 * BUSY_FOR_MS);
    expect(told.at(-1)).toEqual(BUSY);
    fire(document.body, 'compositionend');
    vi.advanceTimersByTime(BUSY_FOR_MS);
    expect(told.at(-1)).toEqual(SEEN);
  });

  it('is busy as long as the pointer is held down, wherever it is let go', () => {
    const { told } = watch();
    fire(document.body, 'pointerdown');
    vi.advanceTimersByTime(10 * BUSY_FOR_MS);
    expect(told.at(-1)).toEqual(BUSY);
    fire(document.body, 'pointermove', { buttons: 1 });
    vi.advanceTimersByTime(2 * BUSY_FOR_MS);
    expect(told.at(-1)).toEqual(BUSY);
    // Let go outside of the window.
    fire(document.body, 'pointermove', { buttons: 0 });
    vi.advanceTimersByTime(2 * BUSY_FOR_MS);
    expect(told.at(-1)).toEqual(SEEN);
  });

  it('is over when the browser takes the pointer away', () => {
    const { told } = watch();
    fire(document.body, 'pointerdown');
    vi.advanceTimersByTime(BUSY_FOR_MS);
    fire(document.body, 'pointercancel');
    vi.advanceTimersByTime(2 * BUSY_FOR_MS);
    expect(told).toEqual([SEEN, BUSY, SEEN]);
  });

  it('is busy after something was selected, and not after a selection has gone', () => {
    const { told } = watch();
    const selection = vi.spyOn(document, 'getSelection');
    selection.mockReturnValue({ isCollapsed: true } as Selection);
    fire(document, 'selectionchange');
    expect(told).toEqual([SEEN]);
    selection.mockReturnValue({ isCollapsed: false } as Selection);
    fire(document, 'selectionchange');
    expect(told).toEqual([SEEN, BUSY]);
    selection.mockRestore();
  });

  it.each(['<select></select>', '<div contenteditable></div>'])('is busy by keys in %s', (html) => {
    const { told } = watch();
    fire(add(html), 'keydown');
    expect(told).toEqual([SEEN, BUSY]);
  });

  it('is not busy by a click', () => {
    const { told } = watch();
    fire(document.body, 'pointerdown');
    fire(document.body, 'pointerup');
    fire(document.body, 'click');
    vi.advanceTimersByTime(BUSY_FOR_MS);
    expect(told).toEqual([SEEN]);
  });

  it.each([
    ['a dialog', '<dialog open></dialog>'],
    ['a pop-up', '<div class="practice-menu"><button aria-expanded="true"></button></div>'],
    ['the history', '<div class="practice-history" data-shown="true"></div>'],
    ['the search in it', '<div class="practice-search"></div>'],
  ])('[terminal-events 6 suppressed] is busy as long as %s is open', (_name, html) => {
    const { told } = watch();
    fire(document.body, 'click');
    const element = add(html);
    vi.advanceTimersByTime(LOOK_AFTER_MS);
    expect(told).toEqual([SEEN, BUSY]);
    vi.advanceTimersByTime(10 * BUSY_FOR_MS);
    expect(told).toEqual([SEEN, BUSY]);
    element.remove();
    vi.advanceTimersByTime(2 * BUSY_FOR_MS);
    expect(told).toEqual([SEEN, BUSY, SEEN]);
  });

  it.each(['focusin', 'wheel'])('[terminal-events 6 suppressed] is busy with what is open after %s', (type) => {
    const { told } = watch();
    fire(document.body, type);
    add('<dialog open></dialog>');
    vi.advanceTimersByTime(LOOK_AFTER_MS);
    expect(told).toEqual([SEEN, BUSY]);
  });

  it('is over in time, however much the student scrolls meanwhile', () => {
    const { told } = watch();
    fire(document.body, 'input');
    for (let ms = 0; ms <= BUSY_FOR_MS; ms += LOOK_AFTER_MS / 2) {
      fire(document.body, 'wheel');
      vi.advanceTimersByTime(LOOK_AFTER_MS / 2);
    }
    expect(told).toEqual([SEEN, BUSY, SEEN]);
  });

  it('is busy as long as something is pasted into the terminal', () => {
    const { told, pastes } = watch();
    pastes.dispatch({ status: 'under_way', sentBytes: 0, totalBytes: 9 });
    vi.advanceTimersByTime(10 * BUSY_FOR_MS);
    expect(told).toEqual([SEEN, BUSY]);
    pastes.dispatch({ status: 'none' });
    vi.advanceTimersByTime(2 * BUSY_FOR_MS);
    expect(told).toEqual([SEEN, BUSY, SEEN]);
  });

  it('is not told any more once it is not asked for', () => {
    const { told } = watch();
    fire(document.body, 'input');
    disconnect.mockClear();
    for (const stop of stops.splice(0)) stop();
    expect(disconnect).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(BUSY_FOR_MS);
    fire(document.body, 'input');
    fire(document.body, 'pointerdown');
    vi.advanceTimersByTime(BUSY_FOR_MS);
    expect(told).toEqual([SEEN, BUSY]);
  });
});
