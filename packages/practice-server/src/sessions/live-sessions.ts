import type { SessionId } from '@agent-factory/protocol';
import type { TmuxSession } from '../tmux/session-list.js';
import type { Tmux } from '../tmux/tmux.js';

/** A look at tmux costs a process; health is asked far more often than sessions come and go. */
const FRESH_MS = 1000;

/** What tmux last said of our sessions, asked anew where it matters. */
export class LiveSessions {
  readonly #tmux: Tmux;
  #known: TmuxSession[] = [];
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<TmuxSession[]> | undefined;

  constructor(tmux: Tmux) {
    this.#tmux = tmux;
  }

  /** The sessions as they are now. */
  async list(): Promise<TmuxSession[]> {
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async find(sessionId: SessionId): Promise<TmuxSession | undefined> {
    return (await this.list()).find((session) => session.sessionId === sessionId);
  }

  /** How many there were a moment ago; looks again in the background. */
  get count(): number {
    if (performance.now() - this.#askedAt > FRESH_MS) void this.list();
    return this.#known.length;
  }

  async #ask(): Promise<TmuxSession[]> {
    try {
      this.#known = await this.#tmux.listSessions();
      this.#askedAt = performance.now();
      return this.#known;
    } finally {
      this.#asking = undefined;
    }
  }
}
