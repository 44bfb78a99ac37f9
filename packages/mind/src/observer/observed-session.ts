import { setImmediate as turn } from 'node:timers/promises';
import type { Page } from '@agent-factory/coach/workplace';
import type { ActionType, NewAction } from '@agent-factory/protocol/coach';
import { STUDENT_ACTIONS } from '@agent-factory/protocol/coach';
import { Evaluations } from './evaluation.js';
import { Moments } from './moments.js';
import { Stillness } from './stillness.js';
import { Watch, type WatchOptions } from './watch.js';

/** A step of the way: also one that comes while the observer thinks is looked at, though later (spec EC-73). */
const PHASES: ReadonlySet<ActionType> = new Set<ActionType>(['phase_started', 'phase_completed']);
/** On each of them the observer thinks (spec FR-132). */
const TRIGGERS: ReadonlySet<ActionType> = new Set<ActionType>([...PHASES, 'file_open', 'file_save']);
/** What they end is finished: who is nudged then is not torn out of a word. */
const BOUNDARIES: ReadonlySet<ActionType> = new Set<ActionType>([...TRIGGERS, 'file_close', 'tab_switch']);
/** They sum up what was told of key by key. */
const SUMMARIES: ReadonlySet<ActionType> = new Set<ActionType>(['buffer_summary', 'buffer_significant_change']);

/** A session that is observed, from its begin to its end. Whatever it is told of does not wait for it. */
export class ObservedSession {
  readonly #watch: Watch;
  readonly #moments: Moments;
  readonly #evaluations: Evaluations;
  readonly #stillness: Stillness;
  readonly #remembered: Promise<void>;
  #thinking: Promise<void> | undefined;
  /** Whether a phase has begun or ended since it began to think. */
  #hasMissedPhase = false;

  /** Tells the pages that it is observed. */
  constructor(options: WatchOptions) {
    const { clock } = options;
    this.#watch = new Watch(options);
    const { activity } = this.#watch;
    this.#moments = new Moments(clock);
    this.#evaluations = new Evaluations(this.#watch, this.#moments);
    const onStill = () => this.#handleStill();
    this.#stillness = new Stillness({ clock, lastAt: () => activity.lastAt, onStill });
    this.#remembered = this.#begin();
  }

  /** Whether it is this session that is observed here. */
  is({ workplace, sessionId }: Pick<WatchOptions, 'workplace' | 'sessionId'>): boolean {
    return this.#watch.workplace === workplace && this.#watch.sessionId === sessionId;
  }

  get sessionId(): string {
    return this.#watch.sessionId;
  }

  handleAction({ type }: NewAction): void {
    const { activity, clock } = this.#watch;
    if (STUDENT_ACTIONS.has(type) && !SUMMARIES.has(type)) {
      activity.acted(clock.now());
      this.#stillness.wait();
    }
    if (BOUNDARIES.has(type)) {
      activity.finishedTyping();
      this.#moments.come();
    }
    if (this.#thinking !== undefined && PHASES.has(type)) this.#hasMissedPhase = true;
    if (TRIGGERS.has(type)) this.#consider();
  }

  handleTyped(): void {
    const { activity, clock } = this.#watch;
    activity.typed(clock.now());
    this.#stillness.wait();
    if (activity.isEnoughTyped(clock.now())) this.#consider();
  }

  /** The student wants nudges, or none. */
  setMuted(muted: boolean): void {
    this.#watch.mute(muted);
    this.#watch.workplace.session.log('observer_muted', { muted });
    this.#moments.come();
    this.tellAll();
  }

  /** Tells all pages how it stands. */
  tellAll(): void {
    this.#watch.workplace.audience.broadcast('observer:status', this.#watch.status);
  }

  /** The page is told as soon as it is known what an earlier daemon has left. */
  greet(page: Page): void {
    void this.#remembered.then(() => page.tell('observer:status', this.#watch.status));
  }

  /** Nothing more comes of it; what a model is still asked is for nobody. Resolves when that is over. */
  async stop(): Promise<void> {
    this.#watch.end();
    this.#stillness.stop();
    this.#moments.come();
    await this.settled();
  }

  /** Resolves when it thinks about nothing. */
  async settled(): Promise<void> {
    await this.#remembered;
    while (this.#thinking !== undefined) await this.#thinking;
  }

  async #begin(): Promise<void> {
    const watch = this.#watch;
    await watch
      .remember()
      .catch((error: unknown) => watch.room.host.logFailure(error, 'What the observer knew could not be read'));
    if (watch.isLive) this.tellAll();
  }

  /** Whoever is away from all pages is not stuck. */
  #handleStill(): void {
    if (this.#watch.workplace.audience.facts.length > 0) this.#consider();
  }

  #consider(): void {
    const watch = this.#watch;
    if (this.#thinking !== undefined || !watch.isListening || !this.#evaluations.isDue) return;
    watch.activity.considered(watch.clock.now());
    this.#thinking = this.#think()
      .catch((error: unknown) => watch.room.host.logFailure(error, 'The observer could not think about a session'))
      .finally(() => {
        this.#thinking = undefined;
        this.#considerMissed();
      });
  }

  /** How things stand is looked up anew, so what has passed meanwhile is asked of nobody. After a nudge there is silence. */
  #considerMissed(): void {
    const hasMissed = this.#hasMissedPhase;
    this.#hasMissedPhase = false;
    if (hasMissed && this.#watch.suppressedBy === undefined) this.#consider();
  }

  /** The student's own message is answered first, and what it has logged is stored by then. */
  async #think(): Promise<void> {
    await turn();
    await this.#remembered;
    await this.#evaluations.run();
  }
}
