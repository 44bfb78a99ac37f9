import type { TmuxSession } from '../tmux/session-list.js';
import type { Tmux } from '../tmux/tmux.js';

/** A look at tmux costs a process. What we start and end ourselves is looked at then; this is for what ends by itself. */
const FRESH_MS = 5000;

/** What tmux last said of our sessions, asked anew where it matters. */
export class LiveSessions {
  readonly #tmux: Tmux;
  #known: TmuxSession[] = [];
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(tmux: Tmux) {
    this.#tmux = tmux;
  }

  /** The sessions as they are now: asked anew each time, as an answer under way may be older than what was just started. */
  async list(): Promise<TmuxSession[]> {
    this.#known = await this.#tmux.listSessions();
    this.#askedAt = performance.now();
    return this.#known;
  }

  /** How many there were a moment ago; looks again in the background. */
  get count(): number {
    if (performance.now() - this.#askedAt > FRESH_MS) {
      this.#askedAt = performance.now();
      void this.list();
    }
    return this.#known.length;
  }
}
