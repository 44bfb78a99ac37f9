import type { CoachTables } from '@agent-factory/coach/store';
import type { MemoriesResponse, Memory, MemoryChange } from '@agent-factory/protocol/mind';
import type { Kysely } from 'kysely';
import { isEqual, toPut } from '../ids.js';
import type { MemoryHost, MemoryKeeper } from '../keeper.js';
import { changedMemory, newMemories } from '../made.js';
import type { Memories, MemoryResult } from '../memories.js';
import { neededFor, pageOfFound } from '../paging.js';
import { memoryNotFound, reasonOf } from '../reason.js';
import { resultCount, soundText } from '../sound.js';
import { forgetGone, keepAsideHere } from './beside.js';
import { MemoryIndex } from './memory-index.js';
import {
  addMemories,
  countMemories,
  deleteMemories,
  eachMemory,
  fileOf,
  findMemory,
  findSharing,
  latestMemories,
  putMemories,
} from './memory-table.js';
import { search } from './search.js';

/**
 * How long after it is opened the index is looked through, in milliseconds: memories are opened with all that thinks, mostly
 * for a page that waits for its dashboard.
 */
const LOOK_AFTER_MS = 2000;

/** Keeps memories in the daemon's own database. */
export class KeptHere implements MemoryKeeper {
  readonly kept = 'here';
  readonly url = undefined;
  readonly #host: MemoryHost;
  readonly #store: Kysely<CoachTables>;
  readonly #index: MemoryIndex;
  readonly #now: () => number;
  #look: NodeJS.Timeout | undefined;

  constructor(host: MemoryHost, now: () => number) {
    this.#host = host;
    this.#store = host.store;
    this.#index = new MemoryIndex(host.store);
    this.#now = now;
  }

  async add(given: Parameters<Memories['add']>[0]): Promise<{ added: number }> {
    try {
      const made = newMemories(given, this.#now());
      if (made.length === 0) return { added: 0 };
      await this.#store.transaction().execute((transaction) => addMemories(transaction, made));
      await this.#bringIntoStep();
      return { added: made.length };
    } catch (error) {
      this.#host.logWarning('Memories could not be kept', { reason: reasonOf(error) });
      return { added: 0 };
    }
  }

  async query({ queryText, nResults, project }: Parameters<Memories['query']>[0]): Promise<MemoryResult[]> {
    try {
      return await this.#search(queryText, resultCount(nResults), project);
    } catch (error) {
      this.#host.logWarning('Memories could not be searched', { reason: reasonOf(error) });
      return [];
    }
  }

  async isAvailable(): Promise<boolean> {
    const [isThere] = await Promise.allSettled([countMemories(this.#store, undefined)]);
    return isThere.status === 'fulfilled';
  }

  async identity(): Promise<string> {
    return `here ${await fileOf(this.#store)}`;
  }

  count(): Promise<number> {
    return countMemories(this.#store, undefined);
  }

  async list({ query, project, after, limit }: Parameters<Memories['list']>[0]): Promise<MemoriesResponse> {
    const total = await countMemories(this.#store, project);
    const page =
      query === undefined
        ? await latestMemories(this.#store, { project, after, limit })
        : pageOfFound(await this.#search(query, neededFor({ after, limit }), project), { after, limit });
    return { ...page, total, kept: this.kept };
  }

  async change(id: string, change: MemoryChange): Promise<Memory> {
    const changed = await this.#store.transaction().execute(async (transaction) => {
      const memory = await findMemory(transaction, id);
      if (memory === undefined) throw memoryNotFound();
      const next = changedMemory(memory, change);
      await putMemories(transaction, [next]);
      this.#index.changed([id]);
      return next;
    });
    await this.#bringIntoStep();
    return changed;
  }

  async delete(id: string): Promise<number> {
    const deleted = await deleteMemories(this.#store, { ids: [id] });
    if (deleted === 0) throw memoryNotFound();
    await this.#bringIntoStep();
    return deleted;
  }

  async deleteAll(project?: string): Promise<number> {
    const deleted = await deleteMemories(this.#store, project === undefined ? {} : { project });
    await this.#bringIntoStep();
    return deleted;
  }

  all(): AsyncIterable<Memory> {
    return eachMemory(this.#store);
  }

  own(): AsyncIterable<Memory> {
    return this.all();
  }

  async take(given: readonly Memory[]): Promise<void> {
    // Other programs may have given ids that SQLite does not give back as they were.
    const memories = given.map((memory) => ({ ...memory, id: soundText(memory.id) }));
    await this.#store.transaction().execute(async (transaction) => {
      const missing = toPut(memories, await findSharing(transaction, memories));
      await putMemories(transaction, missing);
      this.#index.changed(missing.map(({ id }) => id));
      const left = toPut(memories, await findSharing(transaction, memories));
      if (left.length > 0) throw new Error(`${left.length} memories are not here as they were given`);
    });
    await this.#bringIntoStep();
  }

  async letGo(memories: readonly Memory[]): Promise<number> {
    const deleted = await this.#store.transaction().execute(async (transaction) => {
      const there = new Map((await findSharing(transaction, memories)).map((memory) => [memory.id, memory]));
      const same = memories.filter((memory) => isEqual(memory, there.get(memory.id)));
      for (const { id } of same) await deleteMemories(transaction, { ids: [id] });
      await forgetGone(transaction);
      return same.length;
    });
    await this.#bringIntoStep();
    return deleted;
  }

  /** Looks through the index soon, so that the first search finds it in step; who searches before does not wait for that. */
  open(): this {
    void this.#orWarn(() => keepAsideHere(this.#store));
    this.#look = setTimeout(() => void this.#bringIntoStep(), LOOK_AFTER_MS).unref();
    return this;
  }

  close(): Promise<void> {
    clearTimeout(this.#look);
    return this.#index.close();
  }

  #search(text: string, count: number, project: string | undefined): Promise<MemoryResult[]> {
    return this.#index.ask(() => search(this.#store, { text, count, project }));
  }

  /** Whatever is wrong with the index, the memories themselves are kept, and the next search tries again. */
  async #bringIntoStep(): Promise<void> {
    await this.#orWarn(() => this.#index.bringIntoStep());
  }

  async #orWarn(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#host.logWarning('What memories are found by could not be brought up to date', { reason: reasonOf(error) });
    }
  }
}
