import { setImmediate as turn } from 'node:timers/promises';
import type { EventsTable } from '../store/schema/tables.js';
import type { Logger } from '../system/log.js';

/** Events that wait while the disk takes none; beyond, the oldest are given up, and the log of the daemon says so. */
const MAX_WAITING = 2000;
/** Milliseconds until the disk is tried again. */
const RETRY_MS = 1000;
/** Events in one transaction: a few milliseconds, after which others have their turn. */
const BATCH = 100;

/** A row, and whoever does nothing before it is stored. */
interface Waiting {
  readonly row: EventsTable;
  readonly awaited?: { readonly resolve: () => void; readonly reject: (error: unknown) => void };
}

export interface WaitingEventsOptions {
  /** All of them or none. */
  readonly store: (rows: readonly EventsTable[]) => Promise<void>;
  /** Nothing waits any more. */
  readonly onStored: () => void;
  readonly log: Pick<Logger, 'error'>;
  /** Aborts when the daemon closes. */
  readonly closing: AbortSignal;
}

/** Events on their way to the disk, in their order. */
export class WaitingEvents {
  readonly #options: WaitingEventsOptions;
  #waiting: Waiting[] = [];
  #isFlushing = false;
  #flushed = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;

  constructor(options: WaitingEventsOptions) {
    this.#options = options;
  }

  /** It is stored with all others of the same moment, or later. Never throws. */
  append(row: EventsTable): void {
    this.#waiting.push({ row });
    if (this.#waiting.length > MAX_WAITING) this.#giveUp();
    if (this.#retry === undefined) this.#flushSoon();
  }

  /** Resolves when they are stored. Rejects where the disk does not take them now: then they are not stored later. */
  async keep(rows: readonly EventsTable[]): Promise<void> {
    const stored = rows.map(
      (row) => new Promise<void>((resolve, reject) => this.#waiting.push({ row, awaited: { resolve, reject } })),
    );
    this.#stopRetry();
    this.#flushSoon();
    await Promise.all(stored);
  }

  /** Gives up those that nobody waits for and that do not stay. */
  drop(stays: (row: EventsTable) => boolean): void {
    this.#waiting = this.#waiting.filter(({ row, awaited }) => awaited !== undefined || stays(row));
  }

  /** Resolves when all that has come so far is stored, or could not be. */
  settled(): Promise<void> {
    return this.#flushed;
  }

  /** Stores what waits; nothing comes after it. */
  async close(): Promise<void> {
    this.#stopRetry();
    await this.#flushed;
    if (this.#waiting.length > 0) await this.#flush();
    this.#stopRetry();
  }

  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#flushed = new Promise((resolve) => setImmediate(() => void this.#flush().finally(resolve)));
  }

  async #flush(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        await this.#store(this.#waiting.slice(0, BATCH));
        if (this.#waiting.length > 0) await turn();
      }
      this.#options.onStored();
    } catch (error) {
      this.#handleFailure(error);
    } finally {
      this.#isFlushing = false;
    }
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    await this.#options.store(batch.map(({ row }) => row));
    // Not the first so many: meanwhile, the oldest may have been given up.
    const stored = new Set(batch);
    this.#waiting = this.#waiting.filter((one) => !stored.has(one));
    for (const { awaited } of batch) awaited?.resolve();
  }

  #handleFailure(error: unknown): void {
    const failed = this.#waiting.filter(({ awaited }) => awaited !== undefined);
    this.#waiting = this.#waiting.filter(({ awaited }) => awaited === undefined);
    this.#options.log.error({ err: error, waiting: this.#waiting.length }, 'Events could not be stored yet');
    for (const { awaited } of failed) awaited?.reject(error);
    if (this.#waiting.length > 0) this.#retryLater();
  }

  #retryLater(): void {
    if (this.#options.closing.aborted) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#flushSoon();
    }, RETRY_MS);
    this.#retry.unref();
  }

  #stopRetry(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
  }

  #giveUp(): void {
    const oldest = this.#waiting.findIndex(({ awaited }) => awaited === undefined);
    if (oldest < 0) return;
    this.#waiting.splice(oldest, 1);
    this.#options.log.error('An event was given up: too many wait for the disk');
  }
}
