import type { RestOutcome } from '@agent-factory/practice-panel';

/** Asks for the same thing over and over: of answers that overtake each other, only that of the last question counts. */
export class Latest {
  #turn = 0;

  /** Undefined if it was asked again, or given up, meanwhile. */
  async ask<T>(question: () => Promise<RestOutcome<T>>): Promise<RestOutcome<T> | undefined> {
    this.#turn += 1;
    const turn = this.#turn;
    const outcome = await question();
    return turn === this.#turn ? outcome : undefined;
  }

  giveUp(): void {
    this.#turn += 1;
  }
}
