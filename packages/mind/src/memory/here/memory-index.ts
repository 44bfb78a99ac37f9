import { setImmediate as othersTurn } from 'node:timers/promises';
import type { CoachTables } from '@agent-factory/coach/store';
import type { Kysely } from 'kysely';
import { isBroken, isInStep, remakeIndex, takeIn, takeOut, takeOutStale } from './index-tables.js';

/**
 * What memories are found by, in step with them. It is looked through once, as the program may have been killed, or the
 * database mended, between; later only what has changed is. Whatever is wrong with it, it can be made anew.
 */
export class MemoryIndex {
  readonly #store: Kysely<CoachTables>;
  readonly #changed = new Set<string>();
  #isSeen = false;
  #isClosed = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(store: Kysely<CoachTables>) {
    this.#store = store;
  }

  /** These say something else now. */
  changed(ids: readonly string[]): void {
    for (const id of ids) this.#changed.add(id);
  }

  /** Rejects with what the database throws. */
  bringIntoStep(): Promise<void> {
    return this.#inTurn(() => this.#step());
  }

  /** Takes out what is deleted, and takes nothing in: for whoever finds memories elsewhere. Rejects as `bringIntoStep`. */
  takeOutGone(): Promise<void> {
    return this.#inTurn(() => takeOut(this.#store, []));
  }

  /** Looks something up when all is in step. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    await this.bringIntoStep();
    return await this.#healed(question, () => this.#step());
  }

  /** What has begun ends; nothing more begins. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
  }

  #inTurn(change: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(() => this.#healed(change));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #healed<T>(action: () => Promise<T>, between?: () => Promise<void>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (!isBroken(error)) throw error;
      await remakeIndex(this.#store);
      this.#isSeen = false;
      await between?.();
      return await action();
    }
  }

  async #step(): Promise<void> {
    if (this.#isClosed) return;
    if (!this.#isSeen) {
      await takeOutStale(this.#store);
      this.#isSeen = true;
    }
    const changed = [...this.#changed];
    if (changed.length > 0 || !(await isInStep(this.#store))) await takeOut(this.#store, changed);
    for (const id of changed) this.#changed.delete(id);
    if (await isInStep(this.#store)) return;
    while (!this.#isClosed && (await takeIn(this.#store))) await othersTurn();
  }
}
