import type { Memory } from '@agent-factory/protocol/mind';
import type { MemoriesBeside } from '../here/beside.js';
import { toPut } from '../ids.js';
import { compareLatest } from '../paging.js';
import type { MemoryCollection } from './memory-collection.js';

/** What is remembered while ChromaDB keeps memories: the outlines of those it has, and those that it has not. */
interface Everything {
  readonly there: Memory[];
  readonly here: Memory[];
}

/** The oldest first. Throws `memory_unavailable`, and what the database throws. */
export async function findEverything(collection: MemoryCollection, beside: MemoriesBeside): Promise<Everything> {
  const there = oldestFirst(await collection.outlines(undefined));
  const here = await beside.all();
  // What could not be taken off after it was handed over is in both.
  const [ids, moments] = [new Set(here.map(({ id }) => id)), new Set(here.map(momentOf))];
  const twins = there.filter((memory) => ids.has(memory.id) || moments.has(momentOf(memory)));
  return { there, here: toPut(here, await collection.byIds(twins.map(({ id }) => id))) };
}

/** Both are given the oldest first. */
export async function* inOneOrder(there: AsyncIterable<Memory>, here: readonly Memory[]): AsyncGenerator<Memory> {
  const left = [...here].reverse();
  for await (const memory of there) {
    for (let next = left.at(-1); next !== undefined && compareLatest(next, memory) > 0; next = left.at(-1)) {
      left.pop();
      yield next;
    }
    yield memory;
  }
  yield* left.reverse();
}

export function oldestFirst(memories: readonly Memory[]): Memory[] {
  return memories.toSorted((one, other) => compareLatest(other, one));
}

/** In words, that so many are not in ChromaDB, and what to do; undefined for none. */
export function notThere(count: number): string | undefined {
  if (count === 0) return undefined;
  const subject = count === 1 ? '1 memory is' : `${count} memories are`;
  return `${subject} not shown: not in ChromaDB, but in the practice server’s own database. Stop the practice server, and run “practice-server memories move --to chroma”.`;
}

function momentOf({ sessionId, createdAt }: Memory): string {
  return `${sessionId} ${createdAt}`;
}
