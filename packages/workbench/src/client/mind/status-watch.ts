import type { MindStatus } from '@agent-factory/protocol/mind';
import type { Page } from '../browser/page.js';
import type { MindRest } from '../rest/mind-rest.js';
import type { Unsubscribe } from '../store/store.js';

interface StatusWatchOptions {
  readonly rest: Pick<MindRest, 'status'>;
  readonly page: Page;
  /** Whether there is a daemon to ask. */
  readonly isOpen: () => boolean;
  readonly onStatus: (status: MindStatus) => void;
}

/**
 * Asks what the mind can do, also when the student comes back: they may have turned something on meanwhile, on their
 * dashboard. A daemon without a mind, or one that does not answer, leaves everything as it is known.
 */
export class StatusWatch {
  readonly #options: StatusWatchOptions;
  readonly #stop: Unsubscribe;
  /** Only what was asked last counts; nothing does after the end. */
  #asked = 0;

  constructor(options: StatusWatchOptions) {
    this.#options = options;
    this.#stop = options.page.onReturn(() => this.ask());
  }

  ask(): void {
    if (this.#options.isOpen()) void this.#ask();
  }

  /** The daemon has told it by itself: what an older question is answered may be of before. */
  handleTold(): void {
    this.#asked += 1;
  }

  dispose(): void {
    this.#asked += 1;
    this.#stop();
  }

  async #ask(): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    const outcome = await this.#options.rest.status();
    if (outcome.ok && mine === this.#asked) this.#options.onStatus(outcome.value);
  }
}
