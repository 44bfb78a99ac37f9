import type { Terminal } from '@xterm/xterm';
import type { TerminalHistory } from '../history.js';
import { ScrollAmount } from './scroll-amount.js';
import { rowHeight, takesMouse } from './wheel.js';

/** A finger that moved less than this, in CSS pixels, taps. */
const SLOP_PIXELS = 8;
/** How long a finger rests before it selects, in milliseconds: as on phones. */
const LONG_PRESS_MS = 500;
/** The share of its speed that a flick keeps after a millisecond; it ends at crawling speed. */
const FRICTION = 0.997;
const CRAWL_PIXELS_PER_MS = 0.03;
/** Only movement this shortly before the finger lifts makes a flick, in milliseconds. */
const FLICK_WITHIN_MS = 80;

interface Finger {
  readonly id: number;
  x: number;
  y: number;
  at: number;
  /** CSS pixels in a millisecond, positive for a finger that moves down. */
  speed: number;
  kind: 'waiting' | 'scrolling' | 'selecting';
}

/**
 * One finger scrolls as the wheel does, and a flick keeps scrolling for a while; a resting finger selects a
 * word, and then whatever it moves over. A tap is left to the browser. Returns a function that stops this.
 */
export function scrollByTouch(host: HTMLElement, live: Terminal, history: TerminalHistory): () => void {
  const touch = new TouchScroll(host, live, history);
  return () => touch.dispose();
}

class TouchScroll {
  readonly #live: Terminal;
  readonly #history: TerminalHistory;
  readonly #amount = new ScrollAmount();
  readonly #control = new AbortController();
  #finger: Finger | undefined;
  #press: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #letGo: (() => void) | undefined;

  constructor(host: HTMLElement, live: Terminal, history: TerminalHistory) {
    this.#live = live;
    this.#history = history;
    const listen = { signal: this.#control.signal, capture: true, passive: false };
    host.addEventListener('touchstart', (event) => this.#handleStart(event), listen);
    host.addEventListener('touchmove', (event) => this.#handleMove(event), listen);
    host.addEventListener('touchend', (event) => this.#handleEnd(event), listen);
    host.addEventListener('touchcancel', (event) => this.#handleEnd(event), listen);
  }

  dispose(): void {
    this.#stop();
    this.#letGo?.();
    this.#control.abort();
  }

  #handleStart(event: TouchEvent): void {
    this.#stop();
    const [touch] = event.changedTouches;
    if (event.touches.length > 1 || touch === undefined) return; // two fingers are the browser's
    const { identifier: id, clientX: x, clientY: y } = touch;
    this.#finger = { id, x, y, at: event.timeStamp, speed: 0, kind: 'waiting' };
    this.#amount.reset();
    // After a page has stood still, a movement that came in time is handled first.
    this.#press = setTimeout(() => {
      this.#press = setTimeout(() => this.#select());
    }, LONG_PRESS_MS);
  }

  #handleMove(event: TouchEvent): void {
    const finger = this.#finger;
    const touch = [...event.changedTouches].find(({ identifier }) => identifier === finger?.id);
    if (finger === undefined || touch === undefined || !this.#hasMoved(finger, touch)) return;
    event.preventDefault();
    if (finger.kind === 'selecting') this.#dispatch('mousemove', touch);
    else this.#follow(finger, touch, event.timeStamp);
  }

  /** Whether this is more than the unrest of a resting finger. */
  #hasMoved(finger: Finger, { clientX, clientY }: Touch): boolean {
    if (finger.kind !== 'waiting') return true;
    if (Math.hypot(clientX - finger.x, clientY - finger.y) < SLOP_PIXELS) return false;
    clearTimeout(this.#press);
    finger.kind = 'scrolling';
    return true;
  }

  #follow(finger: Finger, touch: Touch, at: number): void {
    const moved = touch.clientY - finger.y;
    const speed = moved / Math.max(1, at - finger.at);
    Object.assign(finger, { x: touch.clientX, y: touch.clientY, at, speed });
    this.#scroll(moved, touch);
  }

  #handleEnd(event: TouchEvent): void {
    const finger = this.#finger;
    clearTimeout(this.#press);
    this.#finger = undefined;
    if (finger === undefined) return;
    if (finger.kind !== 'waiting') event.preventDefault(); // no click follows
    if (finger.kind === 'selecting') {
      this.#dispatch('mouseup', { clientX: finger.x, clientY: finger.y });
      this.#letGo?.();
      this.#letGo = undefined;
    }
    const isFlick = finger.kind === 'scrolling' && event.timeStamp - finger.at < FLICK_WITHIN_MS;
    if (isFlick) this.#glide(finger, finger.speed);
  }

  /** Continues at decreasing speed, frame by frame. */
  #glide(from: Finger, startSpeed: number): void {
    let speed = startSpeed;
    let before = performance.now();
    const step = (now: number) => {
      const elapsed = Math.max(0, now - before);
      before = now;
      speed *= FRICTION ** elapsed;
      if (Math.abs(speed) < CRAWL_PIXELS_PER_MS) return;
      this.#scroll(speed * elapsed, { clientX: from.x, clientY: from.y });
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #scroll(moved: number, { clientX, clientY }: Pick<Touch, 'clientX' | 'clientY'>): void {
    if (!this.#history.isOpen && takesMouse(this.#live)) {
      const turn = { deltaY: -moved, clientX, clientY, bubbles: true, cancelable: true };
      this.#live.element?.dispatchEvent(new WheelEvent('wheel', turn));
      return;
    }
    const lines = this.#amount.move(-moved, rowHeight(this.#live));
    if (lines !== 0) this.#history.scrollLines(lines, { offerProgram: true });
  }

  #select(): void {
    const finger = this.#finger;
    if (finger === undefined) return;
    finger.kind = 'selecting';
    this.#letGo ??= this.#history.hold();
    // A double click selects a word; with Shift, even if the program has asked for the mouse.
    this.#dispatch('mousedown', { clientX: finger.x, clientY: finger.y });
  }

  #dispatch(
    type: 'mousedown' | 'mousemove' | 'mouseup',
    { clientX, clientY }: Pick<Touch, 'clientX' | 'clientY'>,
  ): void {
    const target = type === 'mousedown' ? this.#history.shown.element?.querySelector('.xterm-screen') : document;
    const buttons = type === 'mouseup' ? 0 : 1;
    const shiftKey = takesMouse(this.#live) && !this.#history.isOpen;
    const at = { clientX, clientY, buttons, shiftKey, detail: 2, view: window, bubbles: true, cancelable: true };
    target?.dispatchEvent(new MouseEvent(type, at));
  }

  #stop(): void {
    clearTimeout(this.#press);
    cancelAnimationFrame(this.#frame);
  }
}
