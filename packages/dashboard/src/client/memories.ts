import type { MemoryChange } from '@agent-factory/protocol/mind';
import { Store } from '@agent-factory/workbench/base';
import { Latest } from './rest/latest.js';
import type { MindRest } from './rest/mind-rest.js';
import { ABSENT, failed, loading, type MemoriesSnapshot, ready } from './state.js';

/** What went wrong, in words; undefined where nothing did. */
type Problem = Promise<string | undefined>;

/** What is remembered of the learner, page by page. Nothing is asked for before `search` or `load`. */
export class Memories {
  readonly #rest: MindRest;
  readonly #latest = new Latest();
  readonly #store = new Store<MemoriesSnapshot>({ query: '', list: ABSENT });
  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;

  constructor(rest: MindRest) {
    this.#rest = rest;
  }

  search(query: string): Promise<void> {
    this.#store.set({ query });
    return this.load();
  }

  /** The first page, anew. */
  async load(): Promise<void> {
    const { query, list } = this.snapshot();
    this.#store.set({ list: loading(list) });
    const outcome = await this.#latest.ask(() => this.#rest.memories({ query: query.trim() }));
    if (outcome === undefined) return;
    this.#store.set({ list: outcome.ok ? ready(outcome.value) : failed(outcome.error.message, this.snapshot().list) });
  }

  /** The next page, beside those that are there. */
  async more(): Promise<void> {
    const { query, list } = this.snapshot();
    const after = list.value?.next;
    if (list.status === 'loading' || list.value === undefined || after === undefined) return;
    const before = list.value.memories;
    this.#store.set({ list: loading(list) });
    const outcome = await this.#latest.ask(() => this.#rest.memories({ query: query.trim(), after }));
    if (outcome === undefined) return;
    if (!outcome.ok) {
      this.#store.set({ list: failed(outcome.error.message, list) });
      return;
    }
    // One that was changed meanwhile can be in both pages.
    const known = new Set(before.map(({ id }) => id));
    const memories = [...before, ...outcome.value.memories.filter(({ id }) => !known.has(id))];
    this.#store.set({ list: ready({ ...outcome.value, memories }) });
  }

  async change(id: string, change: MemoryChange): Problem {
    const outcome = await this.#rest.changeMemory(id, change);
    if (!outcome.ok) return outcome.error.message;
    this.#keep((memories) => memories.map((memory) => (memory.id === id ? outcome.value : memory)));
    return undefined;
  }

  async remove(id: string): Problem {
    const outcome = await this.#rest.deleteMemory(id);
    // Somebody else was faster.
    if (!outcome.ok && outcome.error.error !== 'not_found') return outcome.error.message;
    this.#keep((memories) => memories.filter((memory) => memory.id !== id), 1);
    return undefined;
  }

  /** Of all projects. */
  async removeAll(): Problem {
    const outcome = await this.#rest.deleteMemories();
    if (!outcome.ok) return outcome.error.message;
    await this.load();
    return undefined;
  }

  /** All of them: one in JSON on each line. */
  export(): ReturnType<MindRest['exportMemories']> {
    return this.#rest.exportMemories();
  }

  dispose(): void {
    this.#latest.giveUp();
  }

  #keep(change: (memories: readonly Memory[]) => readonly Memory[], removed = 0): void {
    const { list } = this.snapshot();
    if (list.value === undefined) return;
    const value = {
      ...list.value,
      memories: change(list.value.memories),
      total: Math.max(0, list.value.total - removed),
    };
    this.#store.set({ list: { ...list, value } });
  }
}

type Memory = NonNullable<MemoriesSnapshot['list']['value']>['memories'][number];
