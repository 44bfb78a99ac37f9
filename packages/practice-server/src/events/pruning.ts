import { setImmediate as turn } from 'node:timers/promises';
import { MAX_EVENT_AGE_DAYS, MAX_EVENT_LOG_BYTES, MAX_EVENTS } from '@agent-factory/protocol/events';
import { sql } from 'kysely';
import type { Store } from '../store/open.js';
import type { EventsTable } from '../store/schema/tables.js';
import type { Logger } from '../system/log.js';
import {
  beforeOthers,
  deleteOldest,
  type EventKind,
  kindOf,
  measure,
  ROW_BYTES,
  type Size,
  type Sizes,
} from './kinds.js';

/** How much goes at once when there is too much, so that it is not done for every event. */
const SLACK = 0.1;
/**
 * How much of the bounds looks can take. Below it they stay, whatever else happens; beyond it they go first: an agent
 * cannot push its looks out of the log by calling tools, nor everything else by looking.
 */
const SHARE_OF_LOOKS = 0.5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A clock that is off by more than this against one that never jumps has jumped. */
const JUMP_MS = 60_000;

export interface LogBounds {
  readonly events: number;
  readonly bytes: number;
  readonly ageDays: number;
}

const BOUNDS: LogBounds = { events: MAX_EVENTS, bytes: MAX_EVENT_LOG_BYTES, ageDays: MAX_EVENT_AGE_DAYS };

export interface PruningOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly bounds?: LogBounds | undefined;
}

/** Keeps the event log within its bounds of number, bytes and age. */
export class Pruning {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #bounds: LogBounds;
  readonly #hourly: NodeJS.Timeout;
  #known: Sizes | undefined;
  #isRunning = false;
  #goneUpTo = 0;
  #clock = { wall: Date.now(), steady: performance.now() };

  constructor({ store, log, bounds = BOUNDS }: PruningOptions) {
    this.#store = store;
    this.#log = log;
    this.#bounds = bounds;
    this.#hourly = setInterval(() => void this.#run(() => this.#forgetOldHourly()), HOUR_MS);
    this.#hourly.unref();
  }

  /** The latest id that was given up for others: whoever has read less than this has missed something. */
  get goneUpTo(): number {
    return this.#goneUpTo;
  }

  /** Comes before anything is stored: a daemon that never runs for an hour has to forget, too. */
  async begin(): Promise<void> {
    this.#goneUpTo = await beforeOthers(this.#store);
    const now = Date.now();
    const limit = new Date(now - this.#ageMs).toISOString();
    const { rows } = await sql<{ old: string | null; young: string | null }>`select
      (select max(at) from events where at < ${limit}) as old,
      (select min(at) from events where at >= ${limit}) as young`.execute(this.#store);
    const { old, young } = rows[0] ?? {};
    // Where there is nothing for so long in between, a student was away, or a clock is wrong: an hour will tell.
    if (old && young && Date.parse(young) - Date.parse(old) < this.#ageMs) await this.#run(() => this.#forgetOld(now));
  }

  /** These were stored. */
  count(rows: readonly EventsTable[]): void {
    for (const row of rows) {
      const kind = kindOf(row);
      const added = { events: 1, bytes: Buffer.byteLength(row.data) + ROW_BYTES };
      if (this.#known !== undefined) this.#known = { ...this.#known, [kind]: sum(this.#known[kind], added) };
    }
  }

  /** Resolves when there is not too much any more. */
  async runIfDue(): Promise<void> {
    if (this.#known === undefined || this.#isTooMuch(this.#known)) await this.#run(() => this.#forgetExcess());
  }

  close(): void {
    clearInterval(this.#hourly);
  }

  get #ageMs(): number {
    return this.#bounds.ageDays * DAY_MS;
  }

  async #run(task: () => Promise<void>): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      await task();
    } catch (error) {
      this.#log.warn({ err: error }, 'Old events could not be forgotten');
    } finally {
      this.#isRunning = false;
    }
  }

  async #forgetExcess(): Promise<void> {
    this.#known = await measure(this.#store);
    if (!this.#isTooMuch(this.#known)) return;
    const after: Record<EventKind, number> = { looks: 0, others: 0 };
    while (this.#isTooMuch(this.#known, SLACK)) {
      const kind = this.#nextToGo(this.#known);
      const gone = await deleteOldest(this.#store, kind, after[kind]);
      if (gone.events === 0) return;
      after[kind] = gone.lastId;
      this.#goneUpTo = Math.max(this.#goneUpTo, gone.lastId);
      this.#known = { ...this.#known, [kind]: less(this.#known[kind], gone) };
      await turn();
    }
  }

  #nextToGo({ looks, others }: Sizes): EventKind {
    const { events, bytes } = this.#bounds;
    const areMany = looks.events > events * SHARE_OF_LOOKS || looks.bytes > bytes * SHARE_OF_LOOKS;
    return areMany || others.events === 0 ? 'looks' : 'others';
  }

  #isTooMuch({ looks, others }: Sizes, slack = 0): boolean {
    const { events, bytes } = sum(looks, others);
    return events > this.#bounds.events * (1 - slack) || bytes > this.#bounds.bytes * (1 - slack);
  }

  /** Only if the clock has been right for an hour: one that is a year ahead, for now, must not cost a month. */
  async #forgetOldHourly(): Promise<void> {
    const now = { wall: Date.now(), steady: performance.now() };
    const drift = now.wall - this.#clock.wall - (now.steady - this.#clock.steady);
    this.#clock = now;
    if (Math.abs(drift) <= JUMP_MS) await this.#forgetOld(now.wall);
  }

  async #forgetOld(now: number): Promise<void> {
    const before = new Date(now - this.#ageMs).toISOString();
    await this.#store.deleteFrom('events').where('at', '<', before).execute();
    this.#known = await measure(this.#store);
  }
}

function sum(one: Size, other: Size): Size {
  return { events: one.events + other.events, bytes: one.bytes + other.bytes };
}

function less(size: Size, gone: Size): Size {
  return { events: size.events - gone.events, bytes: size.bytes - gone.bytes };
}
