import { EVENT_ROUTES, type PracticeEvent } from '@agent-factory/protocol/events';
import type { LiveEvents } from '../../events/live-events.js';
import { readMessage } from '../../events/read-message.js';
import type { PracticeServer } from '../../server/server.js';
import type { Unsubscribe } from '../../store/store.js';
import { readStream } from '../../streams/read-stream.js';
import type { CheckState } from '../check-state.js';
import type { HintTold } from '../hints.js';
import { CHECK_EVENTS, NO_CHECKS, reduceChecks, type ToldChecks } from './told-check.js';

/** Events that are read when the page opens: more than the longest check has. */
const LATEST = 500;
/** They come from a database on the same machine. In milliseconds. */
const READ_WITHIN_MS = 5000;

export type ElsewhereAction =
  /** A check that was asked for elsewhere, or before the page was loaded. */
  { readonly type: 'check_told'; readonly check: CheckState } | HintTold | { readonly type: 'completed_elsewhere' };

export interface ElsewhereOptions {
  readonly exerciseId: string;
  readonly server: PracticeServer;
  readonly events: LiveEvents;
  readonly dispatch: (action: ElsewhereAction) => void;
}

/**
 * What becomes of an exercise through other pages, a tutor's claims, or before a reload. What this page does itself it
 * learns from the answer to its own request; as an event it says nothing new.
 */
export class Elsewhere {
  readonly #options: ElsewhereOptions;
  readonly #ownChecks = new Set<string>();
  #runningHere = 0;
  #checks = NO_CHECKS;
  /** Events that came while what was before them is still being read. */
  #held: PracticeEvent[] | undefined;
  #isFollowing = false;

  constructor(options: ElsewhereOptions) {
    this.#options = options;
  }

  /** Follows the exercise until the returned function is called. */
  follow(): Unsubscribe {
    this.#isFollowing = true;
    const stop = this.#options.events.follow({
      onBegin: () => void this.catchUp(),
      onEvent: (event) => this.#hear(event),
    });
    return () => {
      this.#isFollowing = false;
      stop();
    };
  }

  /** Runs a check of this page's, which has this id. */
  async check(task: (checkId: string) => Promise<void>): Promise<void> {
    const checkId = crypto.randomUUID();
    this.#ownChecks.add(checkId);
    this.#runningHere += 1;
    try {
      await task(checkId);
    } finally {
      this.#runningHere -= 1;
    }
  }

  /** Reads what has happened so far. */
  async catchUp(): Promise<void> {
    if (this.#held !== undefined) return;
    this.#held = [];
    const past = await this.#readPast();
    const held = this.#held;
    this.#held = undefined;
    if (!this.#isFollowing) return;
    if (past !== undefined) this.#restore(past);
    const last = past?.at(-1)?.id ?? 0;
    for (const event of held) if (event.id > last || !isOfChecks(event)) this.#take(event);
  }

  #hear(event: PracticeEvent): void {
    if (event.exerciseId !== this.#options.exerciseId) return;
    if (this.#held === undefined) this.#take(event);
    else this.#held.push(event);
  }

  #restore(past: readonly PracticeEvent[]): void {
    this.#checks = past.reduce(reduceChecks, NO_CHECKS);
    if (this.#checks.latest.status !== 'none') this.#tellCheck();
  }

  #take(event: PracticeEvent): void {
    switch (event.type) {
      case 'exercise_completed':
        if (this.#runningHere === 0) this.#options.dispatch({ type: 'completed_elsewhere' });
        break;
      case 'hint_shown':
        this.#takeHint(event);
        break;
      default:
        if (!this.#isOwnCheck(event)) this.#takeCheck(reduceChecks(this.#checks, event));
    }
  }

  #isOwnCheck({ data }: PracticeEvent): boolean {
    return 'checkId' in data && data.checkId !== undefined && this.#ownChecks.has(data.checkId);
  }

  #takeCheck(checks: ToldChecks): void {
    if (checks === this.#checks) return;
    this.#checks = checks;
    this.#tellCheck();
  }

  /** A check that runs here is what this page shows. Whichever ends last is what all pages show. */
  #tellCheck(): void {
    if (this.#runningHere === 0) this.#options.dispatch({ type: 'check_told', check: this.#checks.latest });
  }

  #takeHint({ data }: Extract<PracticeEvent, { type: 'hint_shown' }>): void {
    const { criterion, rung, hint, total = rung, nextAt } = data;
    if (hint === undefined) return;
    const opens = nextAt === undefined ? undefined : Date.parse(nextAt);
    this.#options.dispatch({ type: 'hint_told', criterion, rung, hint, total, nextAt: opens });
  }

  /** Undefined if nobody answers: what is shown then stays. */
  async #readPast(): Promise<PracticeEvent[] | undefined> {
    const { exerciseId, server } = this.#options;
    const query = new URLSearchParams({
      latest: String(LATEST),
      follow: 'no',
      exerciseId,
      type: CHECK_EVENTS.join(','),
    });
    const route = { ...EVENT_ROUTES.events, path: `${EVENT_ROUTES.events.path}?${query}` };
    const past: PracticeEvent[] = [];
    let isWhole = false;
    await server.ask(async (rest) => {
      const response = await rest.stream({ route, timeoutMs: READ_WITHIN_MS }, 'text/event-stream');
      if (!response.ok) return response;
      isWhole = true;
      return readStream(response.value, {
        onAlive() {},
        take(sent) {
          const message = sent.kind === 'message' ? readMessage(sent.data) : undefined;
          if (message?.kind === 'event') past.push(message.event);
          return undefined;
        },
      });
    });
    return isWhole ? past : undefined;
  }
}

/** Whether it is among those that are read of the past. */
function isOfChecks({ type }: PracticeEvent): boolean {
  return CHECK_EVENTS.some((known) => known === type);
}
