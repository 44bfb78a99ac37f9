/**
 * Output that may come in one go, in bytes: several screens with every colour there is (a redraw of
 * 200 × 50 cells in 24-bit colour is some 60 KB), so that nothing a student waits for is held up.
 */
export const BURST_BYTES = 128 * 1024;
/** How fast that much may come anew, in bytes a millisecond: a plain screen of 120 × 40 takes 8 KB. */
const REFILL_BYTES_PER_MS = 1024;
/**
 * What a message costs beside its bytes, as bytes: 8 bytes are as much work on their way through daemon,
 * browser and parser as a screen is. 4 KB is what a PTY gives in one read.
 */
export const MESSAGE_COST_BYTES = 4096;

/** What may come at once for everything that is typed, in bytes: its echo, in a message or a few. */
const ECHO_BYTES = 4 * MESSAGE_COST_BYTES;

/** A flood is read for this long at a time, in milliseconds: tmux writes a screen within that. */
export const WINDOW_MS = 2;
/** Output that ends the time of reading, in bytes: several screens. */
export const WINDOW_BYTES = 32 * 1024;
/** Between two times of reading, in milliseconds. With both, silence is noticed in less than a frame. */
export const HOLD_MS = 8;
/**
 * How long output waits at most once tmux passes over frames, in milliseconds. Whatever a browser paints
 * then is gone unread, and painting takes the processor from tmux and the program: with two cores, ten
 * frames a second made the printing of a large file take a fifth longer, and four do not.
 */
export const GATHER_MS = 250;
/** Output that waits at most, in bytes. */
const GATHER_BYTES = 2 * WINDOW_BYTES;

/** How long the screen that is drawn when a flood falls silent may take to come, in milliseconds: 8 as a rule. */
export const REDRAW_MS = 20;

/** What tmux still sends of the lines that it passes over: where the cursor would be. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const CURSOR_MOVES = /^(?:\x1b\[[\d;]*[A-H])*$/;

export interface PaceEvents {
  /** Output is due, in the order in which it came. */
  readonly onOutput: (data: Buffer) => void;
  /** `held` has changed. */
  readonly onHeld: () => void;
  /** A flood has fallen silent. */
  readonly onSilence: () => void;
}

/**
 * When output goes on to the browser: at once as a rule, a frame at a time while a flood lasts. Every byte
 * of a flood costs tmux, the daemon and the browser time that the program itself needs to go on.
 */
export class Pace {
  readonly #events: PaceEvents;
  #credit = BURST_BYTES;
  #countedAt = performance.now();
  /** Runs as long as there is a flood. */
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

  /** Whether nothing is to be read for the moment. */
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

  /** Something was typed: whoever types waits for what comes of it. */
  handleInput(): void {
    this.#credit = Math.min(BURST_BYTES, this.#credit + ECHO_BYTES);
  }

  /** Lets go of all that waits: the flood is over, or whoever made it is gone. */
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

  /** What was passed over comes with the screen that is drawn now: one frame to paint, not two. */
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
