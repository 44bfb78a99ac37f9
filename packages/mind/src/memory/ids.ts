import type { Memory } from '@agent-factory/protocol/mind';

export function memoryId(sessionId: string, index: number): string {
  return `mem_${sessionId}_${index}`;
}

/** The first index of a session that none of these ids, and none after them, has. */
export function nextIndex(sessionId: string, ids: Iterable<string>): number {
  const prefix = memoryId(sessionId, 0).slice(0, -1);
  let next = 0;
  for (const id of ids) {
    const index = id.startsWith(prefix) ? id.slice(prefix.length) : '';
    // Longer numbers are no indexes, and not even exact.
    if (/^\d{1,15}$/.test(index)) next = Math.max(next, Number(index) + 1);
  }
  return next;
}

/**
 * Those of `wanted` that have to be put where `there` is, so that it has them all and loses none: what is there already
 * is left out, what another memory has the id of gets the session's next. Two are the same where session, time and content
 * are, under the same id or, in every respect, under another. `there`: all of their sessions, and what has their ids.
 */
export function toPut(wanted: readonly Memory[], there: readonly Memory[]): Memory[] {
  const byId = new Map(there.map((memory) => [memory.id, memory]));
  const [same, others] = [[] as Memory[], [] as Memory[]];
  for (const memory of wanted) (isSame(memory, byId.get(memory.id)) ? same : others).push(memory);
  const put = same.filter((memory) => !isEqual(memory, byId.get(memory.id)));
  const known = new Set(same.map(({ id }) => id));
  const taken = new Set([...byId.keys(), ...wanted.map(({ id }) => id)]);
  for (const memory of others) {
    const copy = there.find((one) => !known.has(one.id) && isEqual({ ...memory, id: one.id }, one));
    if (copy !== undefined) known.add(copy.id);
    else put.push(byId.has(memory.id) ? withNextId(memory, taken) : memory);
  }
  return put;
}

function withNextId(memory: Memory, taken: Set<string>): Memory {
  const id = memoryId(memory.sessionId, nextIndex(memory.sessionId, taken));
  taken.add(id);
  return { ...memory, id };
}

function isSame(one: Memory, other: Memory | undefined): boolean {
  return one.sessionId === other?.sessionId && one.createdAt === other.createdAt && one.content === other.content;
}

export function isEqual(one: Memory, other: Memory | undefined): boolean {
  return (
    other !== undefined &&
    one.id === other.id &&
    one.content === other.content &&
    one.tags.join() === other.tags.join() &&
    one.importance === other.importance &&
    one.project === other.project &&
    one.sessionId === other.sessionId &&
    one.createdAt === other.createdAt
  );
}
