import type { GridSize } from '../terminal/terminal-connection.js';
import type { Cast } from './cast.js';

/** Where a recording is played. */
export interface ReplayScreen {
  /** Resolves when the text is on the screen. */
  write(text: string): Promise<void>;
  /** Only while nothing is being written. */
  resize(size: GridSize): void;
}

/** Characters written at a time: some milliseconds of work; then the page may paint. */
const SLICE_LENGTH = 64 * 1024;

/** CAN ends a sequence that was left half done; RIS then resets the terminal, in the order of the output. */
const RESET = '\x18\x1bc';

/** Brings a screen to where a number of events have been played, whatever was asked of it last. */
export class Reel {
  readonly #cast: Cast;
  readonly #screen: ReplayScreen;
  #played = -1;
  #wanted = 0;
  #winding: Promise<void> | undefined;
  #isDisposed = false;

  constructor(cast: Cast, screen: ReplayScreen) {
    this.#cast = cast;
    this.#screen = screen;
  }

  /** Whether it is on its way to a place that was asked for. */
  get isBehind(): boolean {
    return this.#winding !== undefined;
  }

  /** Resolves when the screen shows what it showed after so many events, or is wanted elsewhere and shows that. */
  wind(count: number): Promise<void> {
    this.#wanted = count;
    if (this.#winding === undefined && count !== this.#played) {
      this.#winding = this.#run().finally(() => {
        this.#winding = undefined;
      });
    }
    return this.#winding ?? Promise.resolve();
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  async #run(): Promise<void> {
    while (this.#played !== this.#wanted && !this.#isDisposed) {
      if (this.#played < 0 || this.#wanted < this.#played) await this.#rewind();
      else await this.#playSlice();
    }
  }

  async #rewind(): Promise<void> {
    await this.#screen.write(RESET);
    this.#screen.resize(this.#cast.size);
    this.#played = 0;
  }

  async #playSlice(): Promise<void> {
    const event = this.#cast.events[this.#played];
    if (event?.kind === 'size') {
      this.#screen.resize(event.size);
      this.#played += 1;
      return;
    }
    const { text, next } = this.#slice();
    await this.#screen.write(text);
    this.#played = next;
  }

  /** Output up to the next size, the wanted place, or as much as is written at a time. */
  #slice(): { text: string; next: number } {
    const texts: string[] = [];
    let length = 0;
    let next = this.#played;
    for (; next < this.#wanted && length < SLICE_LENGTH; next += 1) {
      const event = this.#cast.events[next];
      if (event?.kind !== 'output') break;
      texts.push(event.text);
      length += event.text.length;
    }
    return { text: texts.join(''), next };
  }
}
