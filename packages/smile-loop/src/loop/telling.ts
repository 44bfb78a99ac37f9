import type { LoopState } from '../contract/loop-state.js';
import type { ObserveEvent, RecordedEvent } from '../contract/observe-events.js';
import type { Clock } from './clock.js';
import { isMilestone, type LineOf, milestonesOf } from './milestones.js';
import { type Run, readEvents } from './store/run.js';

export type Observer = (recorded: RecordedEvent) => void;

/** Keeps what happens and tells it to who watches. Every milestone once, also over several processes. */
export class Telling {
  readonly #run: Run;
  readonly #clock: Clock;
  readonly #observer: Observer;
  readonly #lineOf: LineOf | undefined;
  #told: number;

  private constructor(run: Run, options: TellingOptions, told: number) {
    this.#run = run;
    this.#clock = options.clock;
    this.#observer = options.observer;
    this.#lineOf = options.lineOf;
    this.#told = told;
  }

  static async open(run: Run, options: TellingOptions): Promise<Telling> {
    const told = (await readEvents(run.folder)).filter(({ event }) => isMilestone(event)).length;
    return new Telling(run, options, told);
  }

  /** What follows from the state and was not told yet. */
  async tellMilestones(state: LoopState): Promise<void> {
    for (const event of milestonesOf(state, this.#lineOf).slice(this.#told)) {
      await this.tell(event);
      this.#told += 1;
    }
  }

  async tell(event: ObserveEvent): Promise<void> {
    this.#observer(await this.#run.appendEvent(event, this.#clock.now()));
  }
}

export interface TellingOptions {
  readonly clock: Clock;
  readonly observer: Observer;
  readonly lineOf?: LineOf;
}
