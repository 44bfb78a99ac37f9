import { setImmediate as othersTurn } from 'node:timers/promises';
import type { LoggedEvent } from '@agent-factory/protocol/conversations';
import type { Kysely } from 'kysely';
import { deltasOf, ownerOf, readable, type StoredEvent, storedIn } from './pieces.js';
import type { ConversationEventsTable, ConversationTables } from './tables.js';

/** Rows that are read at once: a conversation may have a hundred thousand. */
const PAGE_ROWS = 2000;
/** Most characters that are read at once, unless one event alone has more: results of tools are long. */
const PAGE_CHARACTERS = 4 * 1024 * 1024;

type Row = ConversationEventsTable;

/** The events of all conversations, append-only to their readers. */
export class EventLog {
  readonly #store: Kysely<ConversationTables>;

  constructor(store: Kysely<ConversationTables>) {
    this.#store = store;
  }

  async lastId(conversationId: string): Promise<number> {
    const row = await this.#store
      .selectFrom('conversation_events')
      .select(({ fn }) => fn.max('last_id').as('last'))
      .where('conversation_id', '=', conversationId)
      .executeTakeFirst();
    return row?.last ?? 0;
  }

  /** All of them or none: whoever tries again would find the first ones there. */
  async append(conversationId: string, events: readonly LoggedEvent[]): Promise<void> {
    const rows = events.map(({ id, at, event }) => rowOf(conversationId, { first: id, last: id, at, event }));
    if (rows.length <= PAGE_ROWS) return insert(this.#store, rows);
    await this.#store.transaction().execute(async (transaction) => {
      for (let from = 0; from < rows.length; from += PAGE_ROWS) {
        await insert(transaction, rows.slice(from, from + PAGE_ROWS));
        await othersTurn();
      }
    });
  }

  /** What a reader has not seen who has seen everything up to `after`, page by page. */
  async *read(conversationId: string, after: number): AsyncGenerator<readonly LoggedEvent[]> {
    let seen = after;
    // The store answers without leaving the event loop to anybody else.
    for (; ; await othersTurn()) {
      const rows = await pageOf(this.#store, { conversationId, after: seen, upTo: Number.MAX_SAFE_INTEGER });
      if (rows.length === 0) return;
      yield rows.map((row) => loggedOf(row, seen));
      seen = rows.at(-1)?.last_id ?? seen;
    }
  }

  /** Joins the pieces of texts between two ids: what a run has said in hundreds of pieces is read in a few from then on. */
  async compact(conversationId: string, from: number, to: number): Promise<void> {
    let seen: number | undefined = from - 1;
    while (seen !== undefined) {
      const page: Asked = { conversationId, after: seen, upTo: to };
      seen = await this.#store.transaction().execute((transaction) => compactPage(transaction, page));
      await othersTurn();
    }
  }

  async delete(conversationId: string): Promise<void> {
    await this.#store.deleteFrom('conversation_events').where('conversation_id', '=', conversationId).execute();
  }
}

/** Which events are asked for; a page is the first of them. */
interface Asked {
  readonly conversationId: string;
  readonly after: number;
  readonly upTo: number;
}

async function pageOf(store: Kysely<ConversationTables>, asked: Asked): Promise<Row[]> {
  const end = await pageEnd(store, asked);
  if (end === undefined) return [];
  return store
    .selectFrom('conversation_events')
    .selectAll()
    .where('conversation_id', '=', asked.conversationId)
    .where('last_id', '>', asked.after)
    .where('last_id', '<=', end)
    .orderBy('last_id')
    .execute();
}

/** The last id of a page: as much as fits, and one event at least. */
async function pageEnd(store: Kysely<ConversationTables>, { conversationId, after, upTo }: Asked) {
  const rows = await store
    .selectFrom('conversation_events')
    .select(({ fn }) => ['last_id', fn<number>('length', ['event']).as('size')])
    .where('conversation_id', '=', conversationId)
    .where('last_id', '>', after)
    .where('last_id', '<=', upTo)
    .orderBy('last_id')
    .limit(PAGE_ROWS)
    .execute();
  let size = 0;
  const beyond = rows.findIndex((row) => {
    size += row.size;
    return size > PAGE_CHARACTERS;
  });
  return (beyond === -1 ? rows.at(-1) : rows[Math.max(0, beyond - 1)])?.last_id;
}

/** Joins the pieces on one page; returns its last id, undefined behind the last page. */
async function compactPage(store: Kysely<ConversationTables>, asked: Asked): Promise<number | undefined> {
  const rows = await pageOf(store, asked);
  for (const group of groupsOf(rows)) if (group.length > 1) await replace(store, asked.conversationId, group);
  return rows.at(-1)?.last_id;
}

interface Span {
  readonly first: number;
  readonly last: number;
  readonly at: string;
  readonly event: StoredEvent;
}

function rowOf(conversationId: string, { first, last, at, event }: Span): Row {
  return { conversation_id: conversationId, first_id: first, last_id: last, at, event: JSON.stringify(event) };
}

function loggedOf(row: Row, seen: number): LoggedEvent {
  const event = readable(storedIn(row.event), Math.max(0, seen - row.first_id + 1));
  return { id: row.last_id, at: row.at, event };
}

async function insert(store: Kysely<ConversationTables>, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) await store.insertInto('conversation_events').values(rows).execute();
}

/** Rows that are pieces of one text and follow each other without a gap, as each id is one piece. */
function groupsOf(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  let before: { owner: string | undefined; id: number } | undefined;
  for (const row of rows) {
    const owner = ownerOf(storedIn(row.event));
    const isNext = owner !== undefined && owner === before?.owner && row.first_id === before.id + 1;
    if (isNext) groups.at(-1)?.push(row);
    else groups.push([row]);
    before = { owner, id: row.last_id };
  }
  return groups;
}

async function replace(
  store: Kysely<ConversationTables>,
  conversationId: string,
  group: readonly Row[],
): Promise<void> {
  const [head] = group;
  const tail = group.at(-1);
  if (head === undefined || tail === undefined) return;
  const { delta: _, deltas: __, ...rest } = storedIn(head.event) as unknown as Record<string, unknown>;
  const event = { ...rest, deltas: group.flatMap((row) => deltasOf(storedIn(row.event))) } as unknown as StoredEvent;
  await store
    .deleteFrom('conversation_events')
    .where('conversation_id', '=', conversationId)
    .where('last_id', '>=', head.last_id)
    .where('last_id', '<=', tail.last_id)
    .execute();
  const span = { first: head.first_id, last: tail.last_id, at: head.at, event };
  await store.insertInto('conversation_events').values(rowOf(conversationId, span)).execute();
}
