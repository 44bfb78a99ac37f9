import type { CoachTables } from '@agent-factory/coach/store';
import type { Memory } from '@agent-factory/protocol/mind';
import { type Kysely, sql } from 'kysely';
import { MemoryIndex } from './memory-index.js';
import { addMemories, countMemories, deleteMemories, eachMemory } from './memory-table.js';
import { memoryOf } from './rows.js';

type Store = Kysely<CoachTables>;

/**
 * What our own database has while memories are kept in ChromaDB: those that it did not take, until it does, and those of
 * the time before. The first are memories like the others, with a mark; whoever turns to keeping all of them here takes
 * the marks off.
 */
export class MemoriesBeside {
  readonly #store: Store;
  readonly #index: MemoryIndex;

  constructor(store: Store) {
    this.#store = store;
    this.#index = new MemoryIndex(store);
  }

  /** With a mark or without; the oldest first. */
  async all(): Promise<Memory[]> {
    const all: Memory[] = [];
    for await (const memory of eachMemory(this.#store)) all.push(memory);
    return all;
  }

  async count(project: string | undefined): Promise<number> {
    return await countMemories(this.#store, project);
  }

  /** Deletes all of a project or, without one, all; and what they are found by. Tells how many there were. */
  async forget(project: string | undefined): Promise<number> {
    const deleted = await deleteMemories(this.#store, project === undefined ? {} : { project });
    await this.#index.takeOutGone();
    await forgetGone(this.#store);
    return deleted;
  }

  /** What the session has aside already stays single: who is not sure whether it worked asks twice. */
  async keep(memories: readonly Memory[]): Promise<void> {
    await this.#store.transaction().execute(async (transaction) => {
      const there = new Set((await waiting(transaction)).map(({ sessionId, content }) => `${sessionId} ${content}`));
      const missing = memories.filter(({ sessionId, content }) => !there.has(`${sessionId} ${content}`));
      for (const { id } of await addMemories(transaction, missing))
        await sql`insert into memory_aside (id) values (${id})`.execute(transaction);
    });
  }

  async waiting(): Promise<Memory[]> {
    return await waiting(this.#store);
  }

  /** They are kept elsewhere now. */
  async drop(memories: readonly Memory[]): Promise<void> {
    await this.#store.transaction().execute(async (transaction) => {
      for (const { id } of memories) {
        await deleteMemories(transaction, { ids: [id] });
        await sql`delete from memory_aside where id = ${id}`.execute(transaction);
      }
    });
  }
}

async function waiting(store: Store): Promise<Memory[]> {
  const marked = sql<string>`(select id from memory_aside)`;
  const rows = store.selectFrom('coach_memories').selectAll().where('id', 'in', marked);
  return (await rows.orderBy('created_at').orderBy('id').execute()).map(memoryOf);
}

/** Takes the marks off: what is aside stays here. */
export async function keepAsideHere(store: Store): Promise<void> {
  const { rows } = await sql`select 1 from memory_aside limit 1`.execute(store);
  if (rows.length === 0) return;
  await sql`delete from memory_aside`.execute(store);
}

/** Takes the marks off memories that are no more: their ids may be given again. */
export async function forgetGone(store: Store): Promise<void> {
  await sql`delete from memory_aside where id not in (select id from coach_memories)`.execute(store);
}
