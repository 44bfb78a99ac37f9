import type { MemoriesResponse, Memory, MemoryChange } from '@agent-factory/protocol/mind';
import { MemoriesBeside } from '../here/beside.js';
import { isEqual, toPut } from '../ids.js';
import type { MemoryHost, MemoryKeeper } from '../keeper.js';
import { changedMemory, newMemories } from '../made.js';
import type { Memories, MemoryResult } from '../memories.js';
import { neededFor, pageOfFound } from '../paging.js';
import { memoryNotFound, reasonOf } from '../reason.js';
import { resultCount } from '../sound.js';
import { ChromaConnection, type ChromaLimits } from './connection.js';
import { findEverything, inOneOrder, notThere, oldestFirst } from './everything.js';
import { MemoryCollection } from './memory-collection.js';

/**
 * Keeps memories in ChromaDB. What it does not take is put aside in our own database, once, and handed over as soon as
 * it answers again; nobody is told that it was added.
 */
export class KeptInChroma implements MemoryKeeper {
  readonly kept = 'chromadb';
  readonly #host: MemoryHost;
  readonly #connection: ChromaConnection;
  readonly #collection: MemoryCollection;
  readonly #here: MemoriesBeside;
  readonly #now: () => number;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(host: MemoryHost, url: string, { now, limits }: { now: () => number; limits: ChromaLimits }) {
    this.#host = host;
    this.#connection = new ChromaConnection(host, url, limits);
    this.#collection = new MemoryCollection(this.#connection);
    this.#here = new MemoriesBeside(host.store);
    this.#now = now;
  }

  get url(): string {
    return this.#connection.address.shown;
  }

  async add(given: Parameters<Memories['add']>[0]): Promise<{ added: number }> {
    try {
      const made = newMemories(given, this.#now());
      if (made.length === 0) return { added: 0 };
      // Those who find nobody there wait for it together, not one after the other.
      const [reached] = await Promise.allSettled([this.#connection.collection()]);
      return { added: await this.#inTurn(() => this.#add(made, reached)) };
    } catch (error) {
      this.#host.logWarning('Memories could not be kept', { url: this.url, reason: reasonOf(error) });
      return { added: 0 };
    }
  }

  async query({ queryText, nResults, project }: Parameters<Memories['query']>[0]): Promise<MemoryResult[]> {
    try {
      await this.#ready();
      return await this.#collection.search(queryText, resultCount(nResults), project);
    } catch (error) {
      this.#host.logWarning('Memories could not be searched', { url: this.url, reason: reasonOf(error) });
      return [];
    }
  }

  async isAvailable(): Promise<boolean> {
    const [asked] = await Promise.allSettled([this.#connection.ask((collection) => collection.count())]);
    return asked.status === 'fulfilled';
  }

  async identity(): Promise<string> {
    return (await this.#connection.collection()).id;
  }

  async count(): Promise<number> {
    const there = await this.#connection.ask((collection) => collection.count());
    return there + (await this.#here.waiting()).length;
  }

  async list({ query, project, after, limit }: Parameters<Memories['list']>[0]): Promise<MemoriesResponse> {
    await this.#ready();
    const all = await this.#collection.outlines(project);
    const page =
      query === undefined
        ? await this.#collection.latest(all, { after, limit })
        : pageOfFound(await this.#collection.search(query, neededFor({ after, limit }), project), { after, limit });
    const trouble = notThere(await this.#here.count(project));
    return { ...page, total: all.length, kept: this.kept, ...(trouble !== undefined && { trouble }) };
  }

  change(id: string, change: MemoryChange): Promise<Memory> {
    return this.#inTurn(async () => {
      const [memory] = await this.#collection.byIds([id]);
      if (memory === undefined) throw memoryNotFound();
      const next = changedMemory(memory, change);
      await this.#collection.put([next]);
      return next;
    });
  }

  delete(id: string): Promise<number> {
    return this.#inTurn(async () => {
      if ((await this.#collection.byIds([id])).length === 0) throw memoryNotFound();
      await this.#collection.delete([id]);
      return 1;
    });
  }

  /** Also what our own database has: what waits for ChromaDB, and what was kept there before. */
  deleteAll(project?: string): Promise<number> {
    return this.#inTurn(async () => {
      const ids = (await this.#collection.outlines(project)).map(({ id }) => id);
      await this.#collection.delete(ids);
      return ids.length + (await this.#here.forget(project));
    });
  }

  async *all(): AsyncGenerator<Memory> {
    // While nothing is handed over: then it would be in neither.
    const { there, here } = await this.#inTurn(() => findEverything(this.#collection, this.#here));
    yield* inOneOrder(this.#collection.whole(there), here);
  }

  async *own(): AsyncGenerator<Memory> {
    await this.#ready();
    yield* this.#collection.whole(oldestFirst(await this.#collection.outlines(undefined)));
  }

  take(memories: readonly Memory[]): Promise<void> {
    return this.#inTurn(() => this.#take(memories));
  }

  letGo(memories: readonly Memory[]): Promise<number> {
    return this.#inTurn(async () => {
      const there = new Map((await this.#collection.sharing(memories)).map((memory) => [memory.id, memory]));
      const same = memories.filter((memory) => isEqual(memory, there.get(memory.id)));
      await this.#collection.delete(same.map(({ id }) => id));
      return same.length;
    });
  }

  /** Looks for it in the background: nobody who starts waits for it. */
  open(): this {
    void this.#ready().catch(() => undefined);
    return this;
  }

  async close(): Promise<void> {
    this.#connection.close();
    await this.#turn;
  }

  /** ChromaDB can be reached, and has what was aside. Throws `memory_unavailable`. */
  async #ready(): Promise<void> {
    await this.#connection.collection();
    await this.#inTurn(() => this.#handOver());
  }

  /** Who writes takes turns, so that no two give away the same id. */
  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(action);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #add(made: readonly Memory[], reached: PromiseSettledResult<unknown>): Promise<number> {
    try {
      if (reached.status === 'rejected') throw reached.reason;
      await this.#handOver();
      await this.#collection.add(made);
      return made.length;
    } catch (error) {
      await this.#here.keep(made);
      const facts = { url: this.url, memories: made.length, reason: reasonOf(error) };
      this.#host.logWarning('Memories were put aside until ChromaDB can be reached', facts);
      return 0;
    }
  }

  /** Gives ChromaDB what is aside. Throws `memory_unavailable` if it cannot be reached; all else is logged alone. */
  async #handOver(): Promise<void> {
    await this.#connection.collection();
    try {
      const waiting = await this.#here.waiting();
      if (waiting.length === 0) return;
      await this.#take(waiting);
      await this.#here.drop(waiting);
      this.#host.logInfo('Memories that were aside are in ChromaDB now', { memories: waiting.length });
    } catch (error) {
      this.#host.logWarning('Memories that are aside could not be handed over', { reason: reasonOf(error) });
    }
  }

  async #take(memories: readonly Memory[]): Promise<void> {
    await this.#collection.put(toPut(memories, await this.#collection.sharing(memories)));
    const left = toPut(memories, await this.#collection.sharing(memories));
    if (left.length > 0) throw new Error(`${left.length} memories are not in ChromaDB as they were given`);
  }
}
