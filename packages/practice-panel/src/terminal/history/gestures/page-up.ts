import type { Terminal } from '@xterm/xterm';
import type { TerminalHistory } from '../history.js';

const PAGE_UP = '\x1b[5~';

/** How long the answer may take in milliseconds: some 10 as a rule, hundreds on a busy computer. */
const ANSWER_WITHIN_MS = 1000;

/**
 * PageUp, which scrolls if the program in the foreground has no use for it, and goes to the program otherwise.
 * tmux has to be asked; keys typed meanwhile go out after PageUp, so that no program gets keys out of order.
 */
export class PageUp {
  readonly #live: Terminal;
  readonly #history: Pick<TerminalHistory, 'takesPageUp' | 'scrollPages'>;
  /** How often it was pressed without being decided yet. */
  #pressed = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(live: Terminal, history: Pick<TerminalHistory, 'takesPageUp' | 'scrollPages'>) {
    this.#live = live;
    this.#history = history;
  }

  press(): void {
    this.#pressed += 1;
    if (this.#pressed > 1) return;
    const timer = setTimeout(() => this.giveToProgram(), ANSWER_WITHIN_MS);
    this.#timer = timer;
    void this.#history.takesPageUp().then((scrolls) => {
      if (this.#timer !== timer) return; // a key typed meanwhile has decided it
      if (scrolls) this.#history.scrollPages(-this.#settle());
      else this.giveToProgram();
    });
  }

  /** Sends the program whatever presses are undecided. */
  giveToProgram(): void {
    const pressed = this.#settle();
    if (pressed > 0) this.#live.input(PAGE_UP.repeat(pressed));
  }

  #settle(): number {
    const pressed = this.#pressed;
    this.#pressed = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return pressed;
  }
}
