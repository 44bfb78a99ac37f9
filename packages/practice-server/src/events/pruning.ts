import { MAX_EVENT_AGE_DAYS, MAX_EVENT_LOG_BYTES, MAX_EVENTS } from '@agent-factory/protocol/events';
import { sql } from 'kysely';
import type { Store } from '../store/open.js';
import type { EventsTable } from '../store/schema/tables.js';
import type { Logger } from '../system/log.js';

/** How much goes at once when there is too much, so that it is not done for every event. */
const SLACK = 0.1;
/** Rows that are deleted at once, so that others have their turn in between, and no more go than have to. */
const PAGE_ROWS = 100;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A clock that is off by more than this against one that never jumps has jumped. */
const JUMP_MS = 60_000;
/** What a row has besides its data, in bytes: its other columns, and its line in the index. */
const ROW_BYTES = 100;

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

type Size = Omit<LogBounds, 'ageDays'>;

/** Keeps the event log within its bounds of number, bytes and age. */
export class Pruning {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #bounds: LogBounds;
  readonly #hourly: NodeJS.Timeout;
  #known: Size | undefined;
  #isRunning = false;
  #clock = { wall: Date.now(), steady: performance.now() };

  constructor({ store, log, bounds = BOUNDS }: PruningOptions) {
    this.#store = store;
    this.#log = log;
    this.#bounds = bounds;
    this.#hourly = setInterval(() => void this.#run(() => this.#forgetOldHourly()), HOUR_MS);
    this.#hourly.unref();
  }

  /** Comes before anything is stored: a daemon that never runs for an hour has to forget, too. */
  async begin(): Promise<void> {
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
    if (this.#known === undefined) return;
    const added = rows.reduce((sum, { data }) => sum + Buffer.byteLength(data) + ROW_BYTES, 0);
    this.#known = { events: this.#known.events + rows.length, bytes: this.#known.bytes + added };
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
    this.#known = await this.#measure();
    if (!this.#isTooMuch(this.#known)) return;
    while (this.#isTooMuch(this.#known, SLACK)) {
      const gone = await this.#deleteOldest();
      if (gone.events === 0) return;
      this.#known = { events: this.#known.events - gone.events, bytes: this.#known.bytes - gone.bytes };
    }
  }

  #isTooMuch({ events, bytes }: Size, slack = 0): boolean {
    return events > this.#bounds.events * (1 - slack) || bytes > this.#bounds.bytes * (1 - slack);
  }

  async #measure(): Promise<Size> {
    const { rows } = await sql<Size>`
      select count(*) as events, coalesce(sum(octet_length(data) + ${ROW_BYTES}), 0) as bytes from events
    `.execute(this.#store);
    return rows[0] ?? { events: 0, bytes: 0 };
  }

  async #deleteOldest(): Promise<Size> {
    const { rows } = await sql<{ bytes: number }>`
      delete from events where id in (select id from events order by id limit ${PAGE_ROWS})
      returning octet_length(data) + ${ROW_BYTES} as bytes
    `.execute(this.#store);
    await new Promise((resolve) => setImmediate(resolve));
    return { events: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
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
    this.#known = await this.#measure();
  }
}
