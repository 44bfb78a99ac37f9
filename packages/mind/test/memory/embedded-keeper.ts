import type { Memory } from '@agent-factory/protocol/mind';
import type { MemoryInput } from '../../src/memory/memories.js';
import { openMemories } from '../../src/memory/open-memories.js';
import { MindStore } from '../fixtures/mind-store.js';

type Keeper = ReturnType<typeof openMemories>;

/** What is remembered in a database of its own, and what was logged about it. */
export class EmbeddedKeeper implements AsyncDisposable {
  readonly database: MindStore;
  readonly warnings: string[] = [];
  /** Milliseconds since 1970 by the keeper's clock. */
  now = Date.parse('2026-01-02T03:04:05.678Z');
  memories: Keeper;

  static async make(): Promise<EmbeddedKeeper> {
    return new EmbeddedKeeper(await MindStore.make());
  }

  private constructor(database: MindStore) {
    this.database = database;
    this.memories = this.#open();
  }

  /** As after a restart of the daemon. */
  async reopen(): Promise<void> {
    await this.memories.close();
    this.memories = this.#open();
  }

  async add(contents: readonly (string | Partial<MemoryInput>)[], { sessionId = 's1', project = 'app' } = {}) {
    const memories = contents.map((given) => ({
      content: 'something',
      tags: [],
      importance: 'medium' as const,
      ...(typeof given === 'string' ? { content: given } : given),
    }));
    return await this.memories.add({ memories, sessionId, project });
  }

  /** What a search finds, the nearest first. */
  async found(queryText: string, more: { nResults?: number; project?: string } = {}): Promise<string[]> {
    return (await this.memories.query({ queryText, ...more })).map(({ content }) => content);
  }

  /** The oldest first. */
  async all(): Promise<Memory[]> {
    const all: Memory[] = [];
    for await (const memory of this.memories.all()) all.push(memory);
    return all;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.memories.close();
    await this.database[Symbol.asyncDispose]();
  }

  #open(): Keeper {
    return openMemories({
      host: {
        store: this.database.store,
        closing: new AbortController().signal,
        logInfo: () => undefined,
        logWarning: (message) => void this.warnings.push(message),
      },
      now: () => this.now,
    });
  }
}
