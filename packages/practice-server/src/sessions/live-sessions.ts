import type { SessionId } from '@agent-factory/protocol';
import type { SessionsSeen } from '../tmux/servers/session-list.js';
import type { Tmux } from '../tmux/tmux.js';

/** A look at tmux costs a process for each session. What ends by itself is noticed this late where nobody needs to know. */
const COUNT_FRESH_MS = 5000;
const NOBODY: SessionsSeen = { live: [], ended: [], unknown: [] };

/** What tmux last said of our sessions, asked anew where it matters. One look at a time, whoever asks. */
export class LiveSessions {
  readonly #tmux: Tmux;
  readonly #recorded: () => Promise<SessionId[]>;
  #known = NOBODY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<SessionsSeen> | undefined;
  #next: Promise<SessionsSeen> | undefined;

  /** `recorded` are the sessions that there should be. */
  constructor(tmux: Tmux, recorded: () => Promise<SessionId[]>) {
    this.#tmux = tmux;
    this.#recorded = recorded;
  }

  /**
   * The sessions as they are now. A look under way may be older than what was just started, so whoever
   * comes meanwhile shares the one behind it.
   */
  list(): Promise<SessionsSeen> {
    if (this.#looking === undefined) return this.#begin();
    this.#next ??= this.#looking.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  /** Something was started or has ended: the count follows in the background. */
  refresh(): void {
    // Whoever asks next is told of a failure that lasts.
    this.list().catch(() => {});
  }

  /** How many there were a moment ago; looks again in the background. */
  get count(): number {
    if (performance.now() - this.#askedAt > COUNT_FRESH_MS && this.#looking === undefined) this.refresh();
    return this.#known.live.length + this.#known.unknown.length;
  }

  #begin(): Promise<SessionsSeen> {
    this.#next = undefined;
    const askedAt = performance.now();
    this.#looking = this.#look(askedAt).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(askedAt: number): Promise<SessionsSeen> {
    this.#known = await this.#tmux.listSessions(await this.#recorded());
    this.#askedAt = askedAt;
    return this.#known;
  }
}
