import type { Memory } from '@agent-factory/protocol/mind';
import type { Metadata } from 'chromadb';
import { isEqual } from '../ids.js';
import { withIds } from '../made.js';
import type { MemoryResult } from '../memories.js';
import { pageOfLatest } from '../paging.js';
import { metadataOf } from '../records.js';
import type { ChromaConnection } from './connection.js';
import { storedMemory, storedResult } from './records.js';

/** Records of one request: of the longest memories 2 MB, far below the server's limits. */
const BATCH = 200;
/**
 * At least so many are searched for: the index of ChromaDB finds the nearest only about, and of a single one that is wanted
 * it is now and then another one.
 */
const CANDIDATES = 50;
/** Each time, another process would have to be faster. */
const MAX_TRIES = 5;

/** The collection as memories. All throw `memory_unavailable`, and `add` where it gives up. */
export class MemoryCollection {
  readonly connection: ChromaConnection;

  constructor(connection: ChromaConnection) {
    this.connection = connection;
  }

  async search(text: string, count: number, project: string | undefined): Promise<MemoryResult[]> {
    const found = await this.connection.ask((collection) =>
      collection.query({ queryTexts: [text], nResults: Math.max(count, CANDIDATES), ...within({ project }) }),
    );
    const [ids, documents, metadatas, distances] = [found.ids, found.documents, found.metadatas, found.distances];
    return (ids[0] ?? [])
      .slice(0, count)
      .map((id, at) =>
        storedResult(
          { id, document: documents[0]?.[at], metadata: metadatas[0]?.[at] },
          distances[0]?.[at] ?? Number.POSITIVE_INFINITY,
        ),
      );
  }

  /** All of a project or, without one, all, in no order; without what they say. */
  async outlines(project: string | undefined): Promise<Memory[]> {
    const found = await this.connection.ask((collection) =>
      collection.get({ include: ['metadatas'], ...within({ project }) }),
    );
    return found.ids.map((id, at) => storedMemory({ id, document: '', metadata: found.metadatas[at] }));
  }

  /** In the order of their ids; those that are gone are left out. */
  async byIds(ids: readonly string[]): Promise<Memory[]> {
    const memories = new Map<string, Memory>();
    for (const batch of batches(ids))
      for (const memory of await this.#get({ ids: batch })) memories.set(memory.id, memory);
    return ids.flatMap((id) => memories.get(id) ?? []);
  }

  /** Each of the outlines with what it says, in their order; those that are gone are left out. */
  async *whole(outlines: readonly Memory[]): AsyncGenerator<Memory> {
    for (const batch of batches(outlines)) yield* await this.byIds(batch.map(({ id }) => id));
  }

  /** A page of the outlines, the latest first, with what they say. */
  async latest(
    outlines: readonly Memory[],
    wanted: { after: string | undefined; limit: number },
  ): Promise<{ memories: Memory[]; next?: string }> {
    const { memories, ...next } = pageOfLatest(outlines, wanted);
    return { memories: await this.byIds(memories.map(({ id }) => id)), ...next };
  }

  /** Whatever is of the same sessions, or has the same ids. */
  async sharing(memories: readonly Memory[]): Promise<Memory[]> {
    const found = new Map<string, Memory>();
    for (const sessionId of new Set(memories.map((memory) => memory.sessionId)))
      for (const memory of await this.#get({ where: { session_id: sessionId } })) found.set(memory.id, memory);
    const others = memories.map(({ id }) => id).filter((id) => !found.has(id));
    for (const memory of await this.byIds(others)) found.set(memory.id, memory);
    return [...found.values()];
  }

  /**
   * All of one session, as its next, in one request (spec EC-51). ChromaDB passes over ids that are taken without a word,
   * and another process may have taken them just now: what is not there then gets the next ones.
   */
  async add(memories: readonly Memory[]): Promise<void> {
    let left = memories;
    for (let tries = 0; left.length > 0 && tries < MAX_TRIES; tries += 1) {
      const given = withIds(left, await this.#idsOfSession(left[0]?.sessionId ?? ''));
      await this.connection.ask((collection) => collection.add(recordsOf(given)));
      const there = new Map((await this.byIds(given.map(({ id }) => id))).map((memory) => [memory.id, memory]));
      left = given.filter((memory) => !isEqual(memory, there.get(memory.id)));
    }
    if (left.length > 0) throw new Error(`Other processes took the ids of ${left.length} memories`);
  }

  /** Adds them, or changes those that are there. */
  async put(memories: readonly Memory[]): Promise<void> {
    for (const batch of batches(memories))
      await this.connection.ask((collection) => collection.upsert(recordsOf(batch)));
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const batch of batches(ids)) await this.connection.ask((collection) => collection.delete({ ids: batch }));
  }

  async #idsOfSession(sessionId: string): Promise<string[]> {
    const where = { session_id: sessionId };
    return (await this.connection.ask((collection) => collection.get({ include: [], where }))).ids;
  }

  async #get(wanted: { ids: string[] } | { where: Record<string, string> }): Promise<Memory[]> {
    const found = await this.connection.ask((collection) => collection.get(wanted));
    return found.ids.map((id, at) =>
      storedMemory({ id, document: found.documents[at], metadata: found.metadatas[at] }),
    );
  }
}

function within({ project }: { project: string | undefined }): { where?: Record<string, string> } {
  return project === undefined ? {} : { where: { project } };
}

function recordsOf(memories: readonly Memory[]) {
  return {
    ids: memories.map(({ id }) => id),
    documents: memories.map(({ content }) => content),
    metadatas: memories.map((memory): Metadata => ({ ...metadataOf(memory) })),
  };
}

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}
