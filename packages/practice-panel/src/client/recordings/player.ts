import { createStore, type Unsubscribe } from '../store/store.js';
import type { Cast } from './cast.js';
import { Reel, type ReplayScreen } from './reel.js';
import { Timeline } from './timeline.js';

/** The speeds that there are, times the original one. */
export const SPEEDS = [0.5, 1, 1.5, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

/** A tab that was hidden, or busy, goes on where it was: no step of the clock is longer, in milliseconds. */
const LONGEST_STEP_MS = 250;
/** How often the clock moves, in milliseconds: about once a frame. */
const STEP_MS = 16;
/** How often the position is told while it plays, in milliseconds: fast enough for a slider. */
const TELL_EVERY_MS = 100;

export interface PlayerState {
  readonly isPlaying: boolean;
  readonly positionMs: number;
  readonly durationMs: number;
  readonly speed: Speed;
  readonly skipsIdle: boolean;
}

/** Plays a recording on a screen: at any speed, from any place. */
export class Player {
  readonly #cast: Cast;
  readonly #reel: Reel;
  readonly #store;
  #timeline: Timeline;
  #positionMs = 0;
  #toldAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #steppedAt = 0;

  constructor(cast: Cast, screen: ReplayScreen) {
    this.#cast = cast;
    this.#reel = new Reel(cast, screen);
    this.#timeline = new Timeline(cast.events, true);
    const { durationMs } = this.#timeline;
    const initial: PlayerState = { isPlaying: false, positionMs: 0, durationMs, speed: 1, skipsIdle: true };
    this.#store = createStore((state: PlayerState, change: Partial<PlayerState>) => ({ ...state, ...change }), initial);
    this.seek(0);
  }

  getSnapshot = (): PlayerState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Plays on; at its end, from the beginning. */
  play(): void {
    if (this.#positionMs >= this.#timeline.durationMs) this.seek(0);
    this.#steppedAt = performance.now();
    this.#timer ??= setInterval(() => this.#step(), STEP_MS);
    this.#store.dispatch({ isPlaying: true });
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#store.dispatch({ isPlaying: false, positionMs: this.#positionMs });
  }

  toggle(): void {
    if (this.getSnapshot().isPlaying) this.pause();
    else this.play();
  }

  /** Goes to a place. Resolves when the screen shows it. */
  seek(positionMs: number): Promise<void> {
    this.#positionMs = Math.min(Math.max(0, positionMs), this.#timeline.durationMs);
    this.#store.dispatch({ positionMs: this.#positionMs });
    return this.#show();
  }

  /** Goes to where so many events have been played. */
  seekEvent(count: number): Promise<void> {
    return this.seek(this.#timeline.timeOf(count));
  }

  setSpeed(speed: Speed): void {
    this.#store.dispatch({ speed });
  }

  /** The next higher speed, or the next lower one. */
  changeSpeed(steps: 1 | -1): void {
    const index = SPEEDS.indexOf(this.getSnapshot().speed) + steps;
    this.setSpeed(SPEEDS[Math.min(Math.max(0, index), SPEEDS.length - 1)] ?? 1);
  }

  /** Stays at the same event, whose time changes. */
  setSkipsIdle(skipsIdle: boolean): void {
    const played = this.#timeline.countAt(this.#positionMs);
    this.#timeline = new Timeline(this.#cast.events, skipsIdle);
    this.#positionMs = this.#timeline.timeOf(played);
    this.#store.dispatch({ skipsIdle, durationMs: this.#timeline.durationMs, positionMs: this.#positionMs });
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#reel.dispose();
  }

  #step(): void {
    const now = performance.now();
    const elapsed = Math.min(now - this.#steppedAt, LONGEST_STEP_MS);
    this.#steppedAt = now;
    // A place far ahead is still being laid out.
    if (this.#reel.isBehind) return;
    const { durationMs } = this.#timeline;
    this.#positionMs = Math.min(this.#positionMs + elapsed * this.getSnapshot().speed, durationMs);
    void this.#show();
    if (this.#positionMs >= durationMs) this.pause();
    else if (now - this.#toldAt > TELL_EVERY_MS) this.#tell(now);
  }

  #tell(now: number): void {
    this.#toldAt = now;
    this.#store.dispatch({ positionMs: this.#positionMs });
  }

  #show(): Promise<void> {
    return this.#reel.wind(this.#timeline.countAt(this.#positionMs));
  }
}
