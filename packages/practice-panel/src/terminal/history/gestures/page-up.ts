import type { Terminal } from '@xterm/xterm';
import type { TerminalHistory } from '../history.js';

const PAGE_UP = '\x1b[5~';

/** How long the answer may take in milliseconds: some 10 as a rule, on a busy computer hundreds. */
const ANSWER_WITHIN_MS = 1000;

/**
 * PageUp, which scrolls where the program in front has no use for it, and is the program's otherwise. tmux
 * has to be asked; whatever is typed meanwhile comes behind it, so that no program gets keys in another order.
 */
export class PageUp {
  readonly #live: Terminal;
  readonly #history: Pick<TerminalHistory, 'takesPageUp' | 'scrollPages'>;
  /** Pressed, and nobody's yet. */
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
      if (this.#timer !== timer) return; // whoever typed meanwhile has decided
      if (scrolls) this.#history.scrollPages(-this.#settle());
      else this.giveToProgram();
    });
  }

  /** The program gets what was pressed, if anything was. */
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
