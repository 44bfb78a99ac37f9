import { MAX_EVENT_AGE_DAYS, MAX_EVENT_LOG_BYTES, MAX_EVENTS } from '@agent-factory/protocol/events';
import { sql } from 'kysely';
import type { Store } from '../store/open.js';
import type { EventsTable } from '../store/schema/tables.js';
import type { Logger } from '../system/log.js';

/** How much goes at once when there is too much, so that it is not done for every event. */
const SLACK = 0.1;
/** Rows that are deleted at once, so that others have their turn in between. */
const PAGE_ROWS = 500;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A clock that is off by more than this against one that never jumps has jumped. */
const JUMP_MS = 60_000;
/** What a row has besides its data, in bytes. */
const ROW_BYTES = 100;

/** Keeps the event log within its bounds of number, bytes and age. */
export class Pruning {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #hourly: NodeJS.Timeout;
  #known: { events: number; bytes: number } | undefined;
  #isRunning = false;
  #clock = { wall: Date.now(), steady: performance.now() };

  constructor({ store, log }: { readonly store: Store; readonly log: Logger }) {
    this.#store = store;
    this.#log = log;
    this.#hourly = setInterval(() => void this.#run(() => this.#forgetOld()), HOUR_MS);
    this.#hourly.unref();
  }

  /** These were stored. */
  count(rows: readonly EventsTable[]): void {
    if (this.#known === undefined) return;
    this.#known.events += rows.length;
    for (const { data } of rows) this.#known.bytes += data.length + ROW_BYTES;
  }

  runIfDue(): void {
    const { events = Number.POSITIVE_INFINITY, bytes = 0 } = this.#known ?? {};
    if (events > MAX_EVENTS || bytes > MAX_EVENT_LOG_BYTES) void this.#run(() => this.#forgetExcess());
  }

  close(): void {
    clearInterval(this.#hourly);
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
    const isTooMuch = ({ events, bytes }: { events: number; bytes: number }, slack: number) =>
      events > MAX_EVENTS * (1 - slack) || bytes > MAX_EVENT_LOG_BYTES * (1 - slack);
    if (!isTooMuch(this.#known, 0)) return;
    while (isTooMuch(this.#known, SLACK)) {
      await this.#deleteOldest();
      this.#known = await this.#measure();
    }
  }

  async #measure(): Promise<{ events: number; bytes: number }> {
    const { rows } = await sql<{ events: number; bytes: number | null }>`
      select count(*) as events, sum(length(data) + ${ROW_BYTES}) as bytes from events`.execute(this.#store);
    return { events: rows[0]?.events ?? 0, bytes: rows[0]?.bytes ?? 0 };
  }

  async #deleteOldest(): Promise<void> {
    await sql`delete from events where id in (select id from events order by id limit ${PAGE_ROWS})`.execute(
      this.#store,
    );
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Only if the clock has been right for an hour: one that is a year ahead, for now, must not cost a month. */
  async #forgetOld(): Promise<void> {
    const now = { wall: Date.now(), steady: performance.now() };
    const drift = now.wall - this.#clock.wall - (now.steady - this.#clock.steady);
    this.#clock = now;
    if (Math.abs(drift) > JUMP_MS) return;
    const before = new Date(now.wall - MAX_EVENT_AGE_DAYS * DAY_MS).toISOString();
    await this.#store.deleteFrom('events').where('at', '<', before).execute();
    this.#known = await this.#measure();
  }
}
