import { setImmediate as othersTurn } from 'node:timers/promises';
import { type CoachTables, createMemoryIndex } from '@agent-factory/coach/store';
import { PracticeError } from '@agent-factory/protocol';
import { type Kysely, sql } from 'kysely';
import { EMBEDDING_VERSION, embed } from '../meaning/embed.js';

type Store = Kysely<CoachTables>;

/** Memories that are taken in at once, before others have their turn: some 20 ms. */
const BATCH = 100;
/** Memories that are looked at at once: some 5 ms. */
const LOOKED_AT = 2000;

/** Makes the tables anew that memories are found by, empty. */
export async function remakeIndex(store: Store): Promise<void> {
  await sql`drop table if exists memory_words`.execute(store);
  await sql`drop table if exists memory_index`.execute(store);
  await createMemoryIndex(store as unknown as Kysely<unknown>);
}

/**
 * Takes out whatever is no longer, or not exactly, what memories say. Reads them all, and lets others have their turn in
 * between. Killed on the way, it has done a part; what it has left is found the next time.
 */
export async function takeOutStale(store: Store): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`select max(number) as last from memory_index`.execute(store);
  for (let after = 0; after < (rows[0]?.last ?? 0); after += LOOKED_AT) {
    await sql`delete from memory_index where number > ${after} and number <= ${after + LOOKED_AT}
      and (version <> ${EMBEDDING_VERSION} or not exists (
        select 1 from coach_memories as memory join memory_words as words on words.rowid = memory_index.number
        where memory.id = memory_index.id and words.content = memory.content and words.tags = memory.tags))`.execute(
      store,
    );
    await othersTurn();
  }
  await sql`delete from memory_words where rowid not in (select number from memory_index)`.execute(store);
}

/** Takes out what is gone, and those that have changed. */
export async function takeOut(store: Store, changed: readonly string[]): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ number: number }>`select number from memory_index
      where id not in (select id from coach_memories) or id in (select value from json_each(${JSON.stringify(changed)}))`.execute(
      transaction,
    );
    for (const { number } of rows) {
      await sql`delete from memory_words where rowid = ${number}`.execute(transaction);
      await sql`delete from memory_index where number = ${number}`.execute(transaction);
    }
    // Whoever has taken a vector away has left its words, and its number is given again.
    await sql`delete from memory_words where rowid not in (select number from memory_index)`.execute(transaction);
  });
}

/** Takes some in that are missing; tells whether there may be more. */
export async function takeIn(store: Store): Promise<boolean> {
  return await store.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; content: string; tags: string }>`select id, content, tags
      from coach_memories where id not in (select id from memory_index) limit ${BATCH}`.execute(transaction);
    for (const { id, content, tags } of rows) {
      const vector = Buffer.from(embed(content).buffer);
      const { rows: made } = await sql<{ number: number }>`insert into memory_index (id, version, vector)
        values (${id}, ${EMBEDDING_VERSION}, vector8(${vector})) returning number`.execute(transaction);
      const number = made[0]?.number;
      await sql`insert into memory_words (rowid, content, tags) values (${number}, ${content}, ${tags})`.execute(
        transaction,
      );
    }
    return rows.length === BATCH;
  });
}

/** Whether as many are in it as there are memories. */
export async function isInStep(store: Store): Promise<boolean> {
  const { rows } = await sql<{ there: number; known: number }>`select
    (select count(*) from coach_memories) as there, (select count(*) from memory_index) as known`.execute(store);
  return rows[0] !== undefined && rows[0].there === rows[0].known;
}

/** Whether making the tables anew can help: not against a full disk or a lock. */
export function isBroken(error: unknown): boolean {
  if (error instanceof PracticeError) return error.code === 'storage_damaged';
  return /^SQLITE_(?:ERROR|CORRUPT|FORMAT)/.test(String((error as { code?: unknown }).code));
}
