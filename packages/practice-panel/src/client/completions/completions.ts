import { onOnline } from '../browser/page.js';
import { eventsOf } from '../events/events-of.js';
import type { GamificationOptions } from '../options.js';
import type { PracticeServer } from '../server/server.js';
import { inTurn } from '../store/in-turn.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { currentOf } from './asked-for.js';
import { deliver } from './deliver.js';
import { inOneTab } from './one-tab.js';
import { answered, nextAttemptIn, nextDue, type Outbox, postponed, type Urgency, withCompletions } from './outbox.js';
import { createOutboxStore } from './outbox-store.js';
import { readCompletions } from './read-completions.js';

export interface CompletionsOptions {
  readonly server: PracticeServer;
  readonly gamification: GamificationOptions;
}

/** Who is signed in on the site. `mayTell` is false if the site knows nobody now, though it does know students. */
interface Student {
  readonly mayTell: boolean;
  readonly userId: string | undefined;
}

/** A student asks for more than a timer does. */
const RANK: Readonly<Record<Urgency, number>> = { due: 0, waiting: 1, all: 2 };

/**
 * Tells the site of completed exercises: each at least once, by one tab at a time, until the endpoint has taken it.
 * Completions come from the daemon's log, so none is missed that happened while no page was open.
 */
export class Completions {
  readonly #options: CompletionsOptions;
  readonly #outbox = createOutboxStore();
  readonly #sending = createStore((_: boolean, next: boolean) => next, false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: Urgency | undefined;
  #users = 0;
  #stop: Unsubscribe = () => {};
  readonly #learn = inTurn(() => this.#readLog());
  /** Who was signed in when last looked. */
  #userId: string | undefined;

  constructor(options: CompletionsOptions) {
    this.#options = options;
  }

  getSnapshot = (): Outbox => this.#outbox.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#outbox.subscribe(listener);

  /** Whether the endpoint is being asked by this tab. */
  readonly sending = { getSnapshot: this.#sending.getSnapshot, subscribe: this.#sending.subscribe };

  /** Learns of completions and tells them, until every caller has called the returned function. */
  activate(): Unsubscribe {
    this.#users += 1;
    if (this.#users === 1) this.#begin();
    let isActive = true;
    return () => {
      if (!isActive) return;
      isActive = false;
      this.#users -= 1;
      if (this.#users === 0) this.#stop();
    };
  }

  /** Offers everything that waits now, also what was refused. */
  tryNow(): Promise<void> {
    return this.#send('all');
  }

  /** The student has read that some were given up. */
  forgetGivenUp(): Promise<void> {
    return inOneTab(async () => this.#outbox.change((outbox) => ({ ...outbox, givenUp: 0 })));
  }

  #begin(): void {
    const stops = [
      this.#outbox.follow(),
      onOnline(() => void this.#send('waiting')),
      eventsOf(this.#options.server).follow({
        onBegin: () => void this.#learn(),
        onEvent: ({ type }) => {
          if (type === 'exercise_completed') void this.#learn();
        },
      }),
      () => clearTimeout(this.#timer),
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
    void this.#send('waiting');
  }

  /** Reads what the log has that is new, and tells it. */
  async #readLog(): Promise<void> {
    const { mayTell, userId } = await this.#student();
    await inOneTab(async () => {
      const { cursor } = this.#outbox.read();
      const read = await this.#options.server.ask((rest) => readCompletions(rest, cursor));
      if (!read.ok || read.value.cursor === undefined) return;
      const { completions, cursor: next } = read.value;
      const who = { now: Date.now(), userId: mayTell ? userId : undefined };
      this.#outbox.change((outbox) => withCursor(withCompletions(outbox, completions, who), next));
    });
    await this.#send('due');
  }

  /** One round at a time in this tab; what is asked for meanwhile is done after it. */
  async #send(urgency: Urgency): Promise<void> {
    if (this.#sending.getSnapshot()) {
      if (RANK[urgency] > RANK[this.#wanted ?? 'due']) this.#wanted = urgency;
      return;
    }
    this.#sending.dispatch(true);
    await inOneTab(() => this.#round(urgency)).finally(() => this.#sending.dispatch(false));
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (wanted !== undefined) return this.#send(wanted);
    this.#schedule();
  }

  /** Offers one after another, until the endpoint does not answer as it should. */
  async #round(urgency: Urgency): Promise<void> {
    const { mayTell, userId } = await this.#student();
    this.#userId = userId;
    const tried = new Set<string>();
    for (;;) {
      const now = Date.now();
      const item = nextDue(this.#outbox.read(), { now, urgency, userId }, tried);
      if (item === undefined) return;
      if (!mayTell) return this.#outbox.change((outbox) => postponed(outbox, now, Math.random()));
      tried.add(item.eventId);
      const answer = await deliver(this.#options.gamification, { ...item, userId: item.userId ?? userId });
      this.#outbox.change((outbox) => answered(outbox, item.eventId, answer, Date.now(), Math.random()));
      if (answer.kind === 'later') return;
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const delay = nextAttemptIn(this.getSnapshot(), { now: Date.now(), userId: this.#userId });
    if (delay === undefined || this.#users === 0) return;
    this.#timer = setTimeout(() => void this.#send('due'), delay);
  }

  async #student(): Promise<Student> {
    const { userId } = this.#options.gamification;
    if (userId === undefined) return { mayTell: true, userId };
    try {
      const known = await currentOf(userId);
      return { mayTell: known !== undefined && known !== '', userId: known };
    } catch {
      return { mayTell: false, userId: undefined }; // the site could not say; it is asked again
    }
  }
}

function withCursor(outbox: Outbox, cursor: string | undefined): Outbox {
  return cursor === undefined || cursor === outbox.cursor ? outbox : { ...outbox, cursor };
}
