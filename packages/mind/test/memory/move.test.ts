import type { Memory } from '@agent-factory/protocol/mind';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MemoryKeeper } from '../../src/memory/keeper.js';
import { moveMemories } from '../../src/memory/move.js';
import { allOf, MemoryDesk, some } from '../fixtures/memory-desk.js';

/** Two databases, as if they were on two machines. */
let desks: [MemoryDesk, MemoryDesk];
let from: MemoryKeeper;
let to: MemoryKeeper;

beforeEach(async () => {
  desks = [await MemoryDesk.make(), await MemoryDesk.make()];
  from = desks[0].open();
  to = desks[1].open();
});
afterEach(async () => {
  for (const desk of desks) await desk[Symbol.asyncDispose]();
});

test('moves all memories with their ids and times, and tells how far it is', async () => {
  await add(from, 250, 'a');
  await add(from, 20, 'b');
  const before = await allOf(from);
  const progress: { copied: number; total: number }[] = [];
  expect(await moveMemories(from, to, (now) => progress.push(now))).toEqual({ moved: 270, left: 0 });
  expect(sorted(await allOf(to))).toEqual(sorted(before));
  expect(await allOf(from)).toEqual([]);
  expect(progress.at(-1)).toEqual({ copied: 270, total: 270 });
  expect((await to.query({ queryText: 'insight 249 of a' }))[0]?.content).toBe('insight 249 of a');
});

test('moves nothing within one place', async () => {
  await add(from, 3, 'a');
  expect(await moveMemories(from, desks[0].open())).toEqual({ moved: 0, left: 0 });
  expect(await allOf(from)).toHaveLength(3);
});

test.each([
  ['before a copy is kept', 'take', 'before'],
  ['after a copy is kept', 'take', 'after'],
  ['before one is deleted', 'letGo', 'before'],
  ['after some are deleted', 'letGo', 'after'],
] as const)('killed %s, and begun again, it loses none and doubles none', async (_, action, when) => {
  for (const session of ['a', 'b', 'c']) await add(from, 120, session);
  // Both places have gone on with the same session: its ids are of other memories there.
  await add(to, 5, 'b', 'theirs');
  const everything = texts([...(await allOf(from)), ...(await allOf(to))]);
  const isKeptByTo = action === 'take';
  const dying = killedAt(isKeptByTo ? to : from, { action, when, call: 2 });
  await expect(isKeptByTo ? moveMemories(from, dying) : moveMemories(dying, to)).rejects.toThrow('killed');
  expect(new Set(texts([...(await allOf(from)), ...(await allOf(to))]))).toEqual(new Set(everything));
  await moveMemories(from, to);
  expect(texts(await allOf(to))).toEqual(everything);
  expect(await allOf(from)).toEqual([]);
  expect(await moveMemories(from, to)).toEqual({ moved: 0, left: 0 });
});

test('deletes none that the new place has not got', async () => {
  await add(from, 10, 'a');
  desks[1].files.run(`create trigger lose after insert on coach_memories when new.id = 'mem_a_7'
    begin delete from coach_memories where id = new.id; end`);
  await expect(moveMemories(from, to)).rejects.toThrow();
  expect(await allOf(from)).toHaveLength(10);
});

test('leaves one that the learner has changed meanwhile, and takes it along the next time', async () => {
  await add(from, 3, 'a');
  const moved = await moveMemories(changing(from, 'mem_a_1'), to);
  expect(moved).toEqual({ moved: 2, left: 1 });
  expect((await allOf(from)).map(({ content }) => content)).toEqual(['said anew']);
  expect(await moveMemories(from, to)).toEqual({ moved: 1, left: 0 });
  expect(texts(await allOf(to))).toContain('said anew');
  expect(await allOf(from)).toEqual([]);
});

async function add(keeper: MemoryKeeper, count: number, sessionId: string, what = 'insight'): Promise<void> {
  const memories = Array.from({ length: count }, (_, n) => some(`${what} ${n} of ${sessionId}`));
  expect(await keeper.add({ memories, sessionId, project: 'app' })).toEqual({ added: count });
}

function texts(memories: readonly Memory[]): string[] {
  return memories.map(({ content }) => content).sort();
}

function sorted(memories: readonly Memory[]): Memory[] {
  return [...memories].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Whatever is not said otherwise, a keeper does itself. */
function like(keeper: MemoryKeeper, others: Partial<MemoryKeeper>): MemoryKeeper {
  return new Proxy(keeper, {
    get(target, name: keyof MemoryKeeper) {
      const found = others[name] ?? target[name];
      return typeof found === 'function' && !(name in others) ? found.bind(target) : found;
    },
  });
}

interface Kill {
  readonly action: 'take' | 'letGo';
  readonly when: 'before' | 'after';
  /** The how manieth of its calls. */
  readonly call: number;
}

/** As if the program ended there: nothing comes after it. */
function killedAt(keeper: MemoryKeeper, { action, when, call }: Kill): MemoryKeeper {
  let calls = 0;
  const run = async (memories: readonly Memory[]) => {
    const isLast = ++calls >= call;
    if (isLast && when === 'before') throw new Error('killed');
    const answer = await keeper[action](memories);
    if (isLast) throw new Error('killed');
    return answer as never;
  };
  return like(keeper, { [action]: run });
}

/** The learner changes one when all are copied already. */
function changing(keeper: MemoryKeeper, id: string): MemoryKeeper {
  return like(keeper, {
    letGo: async (memories) => {
      await keeper.change(id, { content: 'said anew' });
      return await keeper.letGo(memories);
    },
  });
}
