import { PracticeError } from '@agent-factory/protocol';
import { type EventsQuery, type EventType, MAX_EVENT_BYTES, type NewEvent } from '@agent-factory/protocol/events';
import { sql } from 'kysely';
import { EMPTY_WAL } from '../store/database.js';
import type { Store } from '../store/open.js';
import type { EventsTable } from '../store/schema/tables.js';
import type { Logger } from '../system/log.js';
import {
  beforeLatest,
  deleteEvents,
  type EventFilter,
  type EventPage,
  type Forgotten,
  firstId,
  insertRows,
  type KeptEvent,
  keptOf,
  lastId,
  logName,
  pageOf,
  readPage,
  type Wanted,
} from './event-rows.js';
import { fitData } from './fit-data.js';
import { PageSize } from './page-size.js';
import { type LogBounds, Pruning } from './pruning.js';
import { WaitingEvents } from './waiting-events.js';

/** Latest events that are kept in memory, so that a reader who keeps up costs no query. */
const RECENT = 256;
/** Readers at once: several browsers, and `curl`. */
const MAX_READERS = 100;

/** What a reader asks for, and may see. */
type ReadQuery = EventsQuery & Pick<EventFilter, 'withoutFolders'>;

/** What a reader gets: where the stream begins, then events, page by page. */
export type Told =
  | { readonly kind: 'opened'; readonly cursor: string; readonly gap: boolean }
  | { readonly kind: 'events'; readonly page: EventPage }
  | { readonly kind: 'caught_up' };

export interface EventLogOptions {
  readonly store: Store;
  readonly log: Logger;
  /** Aborts when the daemon closes. */
  readonly closing: AbortSignal;
  /** How much is kept, in the place of what the protocol says. */
  readonly bounds?: LogBounds;
}

/**
 * What has happened, in one order for everybody. It is append-only; an event is stored before anybody sees it. Readers
 * hold nothing but their place: one that is slow, or gone, costs nothing.
 */
export class EventLog {
  readonly #options: EventLogOptions;
  readonly #listeners = new Set<(event: NewEvent) => void>();
  readonly #pruning: Pruning;
  readonly #waiting: WaitingEvents;
  #identity: Promise<string> | undefined;
  #lastId = 0;
  #recent: KeptEvent[] = [];
  readonly #wake = new Set<() => void>();
  #readers = 0;

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.#pruning = new Pruning(options);
    const onStored = () => void this.#pruning.runIfDue();
    this.#waiting = new WaitingEvents({ ...options, store: (rows) => this.#store(rows), onStored });
  }

  /** How many read along. */
  get readers(): number {
    return this.#readers;
  }

  /** Writes an event down. Never throws, and takes no time: it is stored with all others of the same moment. */
  append(event: NewEvent): void {
    this.#waiting.append(rowOf(event));
    this.#announce(event);
  }

  /**
   * Writes events down before anything comes of them: resolves when they are stored. Rejects with the error of the disk
   * if it does not take them now; then they are in no log, and never will be.
   */
  async keep(events: readonly NewEvent[]): Promise<void> {
    await this.#waiting.keep(events.map(rowOf));
    for (const event of events) this.#announce(event);
  }

  /** Calls back with each event as it is appended, or kept, in the same turn: for what the daemon itself makes of it. */
  on(listener: (event: NewEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets what a student wants forgotten: those of one type and exercise, or folder. Returns how many were stored. */
  async forget(forgotten: Forgotten): Promise<number> {
    const { type, exerciseId } = forgotten;
    await this.#open();
    await this.settled();
    const stays = (event: { type: string; exerciseId: string | null }) =>
      event.type !== type || event.exerciseId !== exerciseId;
    this.#waiting.drop((row) => stays({ type: row.type, exerciseId: row.exercise_id }));
    const deleted = await deleteEvents(this.#options.store, forgotten);
    await this.#wipe();
    this.#recent = this.#recent.filter(stays);
    return deleted;
  }

  /** Tells what has happened after a place, and goes on until the signal aborts or, without `follow`, at its end. */
  async *read(query: ReadQuery, signal: AbortSignal): AsyncGenerator<Told> {
    if (this.#readers >= MAX_READERS) throw tooMany();
    this.#readers += 1;
    try {
      const log = await this.#open();
      await this.settled();
      const { from, gap } = await this.#placeOf(log, query);
      yield { kind: 'opened', cursor: `${log}-${from}`, gap };
      yield* this.#linesAfter(from, log, query, signal);
    } finally {
      this.#readers -= 1;
    }
  }

  /** Resolves when everything that was appended so far is stored, or could not be. */
  settled(): Promise<void> {
    return this.#waiting.settled();
  }

  /** Stores what waits; nothing is appended after it. */
  async close(): Promise<void> {
    this.#pruning.close();
    await this.#waiting.close();
    this.#wakeAll();
  }

  async *#linesAfter(from: number, log: string, query: ReadQuery, signal: AbortSignal): AsyncGenerator<Told> {
    let place = from;
    let isCaughtUp = false;
    const size = new PageSize();
    while (!signal.aborted) {
      const upTo = this.#storedTo;
      const page = await this.#next({ ...query, log, after: place, limit: size.events });
      size.learn(page);
      place = page.count > 0 ? page.lastId : Math.max(place, upTo);
      if (page.count > 0) yield { kind: 'events', page };
      else if (query.follow === 'no') return;
      else if (!isCaughtUp) {
        isCaughtUp = true;
        yield { kind: 'caught_up' };
      } else if (upTo === this.#storedTo) await this.#news(signal);
    }
  }

  /** The last event that readers can see. */
  get #storedTo(): number {
    return this.#lastId;
  }

  async #next(wanted: Wanted): Promise<EventPage> {
    const [oldest] = this.#recent;
    const isRecent = wanted.after >= this.#lastId || (oldest !== undefined && wanted.after >= oldest.id - 1);
    return isRecent ? pageOf(this.#recent, wanted) : readPage(this.#options.store, wanted);
  }

  async #placeOf(log: string, { after, latest, ...filter }: ReadQuery): Promise<{ from: number; gap: boolean }> {
    if (latest !== undefined) return { from: await beforeLatest(this.#options.store, latest, filter), gap: false };
    if (after === undefined || after === 'now') return { from: this.#lastId, gap: false };
    const oldest = (await firstId(this.#options.store)) ?? this.#lastId + 1;
    if (after === 'start') return { from: oldest - 1, gap: false };
    const [name, id = ''] = after.split('-');
    const place = Number(id);
    const isKnown = name === log && place <= this.#lastId && place >= Math.max(oldest - 1, this.#pruning.goneUpTo);
    return isKnown ? { from: place, gap: false } : { from: this.#lastId, gap: true };
  }

  /** Resolves at the next event, or when the signal aborts. */
  #news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake);
        this.#wake.delete(wake);
        resolve();
      };
      signal.addEventListener('abort', wake, { once: true });
      this.#wake.add(wake);
    });
  }

  #open(): Promise<string> {
    this.#identity ??= this.#readIdentity().catch((error) => {
      this.#identity = undefined;
      throw error;
    });
    return this.#identity;
  }

  async #readIdentity(): Promise<string> {
    const { store } = this.#options;
    this.#lastId = await lastId(store);
    await this.#pruning.begin();
    return logName(store);
  }

  async #store(batch: readonly EventsTable[]): Promise<void> {
    const log = await this.#open();
    const rows = batch.map((row, index) => ({ ...row, id: this.#lastId + index + 1 }));
    await insertRows(this.#options.store, rows);
    this.#lastId += rows.length;
    this.#recent = [...this.#recent, ...rows.map((row) => keptOf(log, row))].slice(-RECENT);
    this.#pruning.count(rows);
    this.#wakeAll();
  }

  /** What was deleted is gone from the disk, too. Where another program reads along, it is when the daemon ends. */
  async #wipe(): Promise<void> {
    const { store, log } = this.#options;
    try {
      await sql.raw(EMPTY_WAL).execute(store);
    } catch (error) {
      log.warn({ err: error }, 'Deleted events are still in the file beside the database');
    }
  }

  #announce(event: NewEvent): void {
    for (const listener of [...this.#listeners]) this.#tell(listener, event);
  }

  #tell(listener: (event: NewEvent) => void, event: NewEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.#options.log.error({ err: error, type: event.type satisfies EventType }, 'An event could not be handled');
    }
  }

  #wakeAll(): void {
    for (const wake of [...this.#wake]) wake();
  }
}

/** Its place is known once it is stored. */
function rowOf({ exerciseId, conversationId, type, data }: NewEvent): EventsTable {
  return {
    id: 0,
    at: new Date().toISOString(),
    exercise_id: exerciseId ?? null,
    conversation_id: conversationId ?? null,
    type,
    data: fitData(data, MAX_EVENT_BYTES),
  };
}

function tooMany(): PracticeError {
  return new PracticeError('too_many_viewers', `${MAX_READERS} readers follow the events already. Close one of them.`);
}
