/**
 * Output that may pass in one go, in bytes: several screens in full colour (a redraw of 200 × 50 cells in
 * 24-bit colour is some 60 KB), so that nothing a student waits for is delayed.
 */
export const BURST_BYTES = 128 * 1024;
/** How fast that credit refills, in bytes per millisecond: a plain screen of 120 × 40 takes 8 KB. */
const REFILL_BYTES_PER_MS = 1024;
/**
 * What a message costs besides its bytes, in bytes: on its way through daemon, browser and parser, a message
 * of 8 bytes is as much work as a screen. 4 KB is what a PTY gives in one read.
 */
export const MESSAGE_COST_BYTES = 4096;

/** Credit for whatever is typed, in bytes: its echo, in one or a few messages. */
const ECHO_BYTES = 4 * MESSAGE_COST_BYTES;

/** How long a flood is read at a time, in milliseconds: tmux writes a screen in less. */
export const WINDOW_MS = 2;
/** Output that ends such a window early, in bytes: several screens. */
export const WINDOW_BYTES = 32 * 1024;
/** The time between two windows, in milliseconds. With both, silence is noticed in less than a frame. */
export const HOLD_MS = 8;
/**
 * The longest that output waits while tmux skips frames, in milliseconds. Whatever a browser paints then is
 * gone before anyone reads it, and painting takes processor time from tmux and the program: with two cores,
 * ten frames a second made printing a large file take a fifth longer, and four do not.
 */
export const GATHER_MS = 250;
/** The most output that waits, in bytes. */
const GATHER_BYTES = 2 * WINDOW_BYTES;

/** How long the screen that is drawn after a flood may take to arrive, in milliseconds: usually 8. */
export const REDRAW_MS = 20;

/** All that tmux still sends for the lines that it skips: where the cursor would be. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const CURSOR_MOVES = /^(?:\x1b\[[\d;]*[A-H])*$/;

export interface PaceEvents {
  /** Output is due, in the order in which it arrived. */
  readonly onOutput: (data: Buffer) => void;
  /** `held` has changed. */
  readonly onHeld: () => void;
  /** A flood has fallen silent. */
  readonly onSilence: () => void;
}

/**
 * Decides when output goes on to the browser: usually at once, but a frame at a time during a flood. Every
 * byte of a flood costs tmux, the daemon and the browser time that the program itself needs to go on.
 */
export class Pace {
  readonly #events: PaceEvents;
  #credit = BURST_BYTES;
  #countedAt = performance.now();
  /** Runs while there is a flood. */
  #timer: NodeJS.Timeout | undefined;
  #held = false;
  #window: Buffer[] = [];
  #windowBytes = 0;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #gatheredSince = 0;
  #framesPassedOver = false;
  #awaitsRedraw = false;

  constructor(events: PaceEvents) {
    this.#events = events;
  }

  /** Whether nothing should be read at the moment. */
  get held(): boolean {
    return this.#held;
  }

  handleOutput(data: Buffer): void {
    if (this.#timer === undefined) {
      this.#events.onOutput(data);
      if (!this.#spend(data.length + MESSAGE_COST_BYTES)) this.#hold();
      return;
    }
    this.#window.push(data);
    this.#windowBytes += data.length;
    if (this.#awaitsRedraw) this.flush();
    else if (!this.#held && this.#windowBytes >= WINDOW_BYTES) this.#endWindow();
  }

  /** Something was typed, and whoever typed it waits for what it does. */
  handleInput(): void {
    this.#credit = Math.min(BURST_BYTES, this.#credit + ECHO_BYTES);
  }

  /** Sends all that waits: the flood is over, or its source is gone. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#awaitsRedraw = false;
    this.#held = false;
    this.#gather();
    this.#emit();
    this.#framesPassedOver = false;
  }

  #spend(bytes: number): boolean {
    const now = performance.now();
    const refilled = this.#credit + (now - this.#countedAt) * REFILL_BYTES_PER_MS;
    this.#credit = Math.min(BURST_BYTES, refilled) - bytes;
    this.#countedAt = now;
    return this.#credit > 0;
  }

  #hold(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#beginWindow(), HOLD_MS);
    this.#setHeld(true);
  }

  #beginWindow(): void {
    this.#timer = setTimeout(() => this.#endWindow(), WINDOW_MS);
    this.#setHeld(false);
  }

  #endWindow(): void {
    if (this.#windowBytes === 0) {
      this.#endFlood();
      return;
    }
    this.#gather();
    if (!this.#canWait()) this.#emit();
    this.#hold();
  }

  /** What was skipped comes with the screen that is drawn now: one frame to paint, not two. */
  #endFlood(): void {
    this.#awaitsRedraw = this.#framesPassedOver;
    if (this.#awaitsRedraw) this.#timer = setTimeout(() => this.flush(), REDRAW_MS);
    else this.flush();
    this.#events.onSilence();
  }

  #gather(): void {
    if (this.#windowBytes === 0) return;
    const data = Buffer.concat(this.#window);
    this.#framesPassedOver ||= CURSOR_MOVES.test(data.toString('latin1'));
    if (this.#gatheredBytes === 0) this.#gatheredSince = performance.now();
    this.#gathered.push(data);
    this.#gatheredBytes += data.length;
    this.#window = [];
    this.#windowBytes = 0;
  }

  #canWait(): boolean {
    const waited = performance.now() - this.#gatheredSince;
    return this.#framesPassedOver && waited < GATHER_MS && this.#gatheredBytes < GATHER_BYTES;
  }

  #emit(): void {
    const gathered = this.#gathered;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    if (gathered.length > 0) this.#events.onOutput(Buffer.concat(gathered));
  }

  #setHeld(held: boolean): void {
    this.#held = held;
    this.#events.onHeld();
  }
}
