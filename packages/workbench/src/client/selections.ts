import type { ClientPayload } from '@agent-factory/protocol/coach';
import type { Clock } from './clock.js';

/** Milliseconds without a change after which a selection counts as made. */
const SETTLED_AFTER_MS = 300;

type Selection = ClientPayload<'editor:selection'>;

/** Tells selections that have settled; those of nothing are not told. */
export class Selections {
  readonly #clock: Clock;
  readonly #tell: (selection: Selection) => void;
  #cancelTimer = () => {};

  constructor(clock: Clock, tell: (selection: Selection) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  handle(selection: Selection): void {
    this.#cancelTimer();
    if (selection.textLength > 0) this.#cancelTimer = this.#clock.after(SETTLED_AFTER_MS, () => this.#tell(selection));
  }

  dispose(): void {
    this.#cancelTimer();
  }
}
