import type { SessionId } from '@agent-factory/protocol';
import type { SessionsSeen } from '../tmux/servers/session-list.js';
import type { Tmux } from '../tmux/tmux.js';

/** A look at tmux costs one process per session. Unless someone needs to know, an ending is noticed this late. */
const COUNT_FRESH_MS = 5000;
const NOBODY: SessionsSeen = { live: [], ended: [], unknown: [] };

/** What tmux last said about our sessions, asked again where it matters. One look at a time, whoever asks. */
export class LiveSessions {
  readonly #tmux: Tmux;
  readonly #recorded: () => Promise<SessionId[]>;
  #known = NOBODY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<SessionsSeen> | undefined;
  /** The look under way has not asked tmux yet. */
  #isGathering = false;
  #next: Promise<SessionsSeen> | undefined;

  /** `recorded` are the sessions that should exist. */
  constructor(tmux: Tmux, recorded: () => Promise<SessionId[]>) {
    this.#tmux = tmux;
    this.#recorded = recorded;
  }

  /**
   * The sessions as they are now. A look that has asked tmux already may be too old for what was just started, so all
   * who ask from then on share the next one.
   */
  list(): Promise<SessionsSeen> {
    // It begins as soon as the one before has ended, also for whoever asks in that very moment.
    if (this.#next !== undefined) return this.#next;
    if (this.#looking === undefined) return this.#begin();
    if (this.#isGathering) return this.#looking;
    const begin = () => this.#begin();
    this.#next = this.#looking.then(begin, begin);
    return this.#next;
  }

  /** Call this when something has started or ended: the count follows in the background. */
  refresh(): void {
    // If the failure lasts, the next caller is told.
    this.list().catch(() => {});
  }

  /** Those that there were a moment ago; looks again in the background. */
  get sessionIds(): SessionId[] {
    if (performance.now() - this.#askedAt > COUNT_FRESH_MS && this.#looking === undefined) this.refresh();
    return [...this.#known.live.map(({ sessionId }) => sessionId), ...this.#known.unknown];
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
    this.#known = await this.#tmux.listSessions(await this.#gather());
    this.#askedAt = askedAt;
    return this.#known;
  }

  async #gather(): Promise<SessionId[]> {
    this.#isGathering = true;
    try {
      return await this.#recorded();
    } finally {
      this.#isGathering = false;
    }
  }
}
