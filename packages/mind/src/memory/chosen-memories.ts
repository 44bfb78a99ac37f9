import type { MemoriesResponse, Memory, MemoryChange } from '@agent-factory/protocol/mind';
import type { MemoryHost, MemoryKeeper } from './keeper.js';
import type { Memories, MemoryResult } from './memories.js';
import { type MemoryOptions, openMemories } from './open-memories.js';

interface Options extends Omit<MemoryOptions, 'host' | 'chromadbUrl'> {
  readonly host: MemoryHost;
  /** Where ChromaDB is, as the student has chosen by now; undefined where they want none. Never rejects. */
  chromadbUrl(): Promise<string | undefined>;
}

/**
 * Memories where the student wants them: they may choose another place at any time, as by editing the settings, and what is
 * asked next is asked there. What was kept in the place before stays in it.
 */
export class ChosenMemories implements Memories {
  readonly #options: Options;
  #open: { readonly url: string; readonly keeper: MemoryKeeper } | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  private constructor(options: Options) {
    this.#options = options;
  }

  static async open(options: Options): Promise<ChosenMemories> {
    const memories = new ChosenMemories(options);
    await memories.#keeper();
    return memories;
  }

  /** Where they are kept; of ChromaDB, without what somebody signs in with. */
  async place(): Promise<Pick<MemoryKeeper, 'kept' | 'url'>> {
    return await this.#keeper();
  }

  async add(given: Parameters<Memories['add']>[0]): Promise<{ added: number }> {
    return (await this.#keeper()).add(given);
  }

  async query(wanted: Parameters<Memories['query']>[0]): Promise<MemoryResult[]> {
    return (await this.#keeper()).query(wanted);
  }

  async isAvailable(): Promise<boolean> {
    return (await this.#keeper()).isAvailable();
  }

  async list(query: Parameters<Memories['list']>[0]): Promise<MemoriesResponse> {
    return (await this.#keeper()).list(query);
  }

  async change(id: string, change: MemoryChange): Promise<Memory> {
    return (await this.#keeper()).change(id, change);
  }

  async delete(id: string): Promise<number> {
    return (await this.#keeper()).delete(id);
  }

  async deleteAll(project?: string): Promise<number> {
    return (await this.#keeper()).deleteAll(project);
  }

  async *all(): AsyncGenerator<Memory> {
    yield* (await this.#keeper()).all();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
    await this.#open?.keeper.close();
  }

  /** One after the other: the place before has done, or put aside, what it was asked when the next is opened. */
  #keeper(): Promise<MemoryKeeper> {
    const turn = this.#turn.then(() => this.#chosen());
    this.#turn = turn;
    return turn;
  }

  async #chosen(): Promise<MemoryKeeper> {
    const { chromadbUrl, ...options } = this.#options;
    const url = (await chromadbUrl())?.trim() ?? '';
    if (this.#open !== undefined && (this.#isClosed || this.#open.url === url)) return this.#open.keeper;
    await this.#open?.keeper.close();
    const keeper = openMemories({ ...options, chromadbUrl: url });
    this.#open = { url, keeper };
    return keeper;
  }
}
