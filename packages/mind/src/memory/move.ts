import type { Memory } from '@agent-factory/protocol/mind';
import type { MemoryKeeper } from './keeper.js';

/** Memories that are copied at once, and then those that their sessions have beyond it. */
const BATCH = 100;

export interface MoveProgress {
  /** How many are safe in the new place, and how many there are. */
  readonly copied: number;
  readonly total: number;
}

/** `moved`: how many are in the new place alone. `left`: how many have changed meanwhile and are in both; move them again. */
export interface Moved {
  readonly moved: number;
  readonly left: number;
}

/**
 * Moves all memories: all are copied and looked at in the new place before the first is deleted in the old one. Killed
 * anywhere in between, it can be begun again, and none is lost or there twice. Where both are the same place, it does
 * nothing. Throws `memory_unavailable`, and what the database throws.
 */
export async function moveMemories(
  from: MemoryKeeper,
  to: MemoryKeeper,
  onProgress: (progress: MoveProgress) => void = () => undefined,
): Promise<Moved> {
  if ((await from.identity()) === (await to.identity())) return { moved: 0, left: 0 };
  const groups = await sessionsOf(from);
  const total = groups.reduce((sum, { length }) => sum + length, 0);
  let copied = 0;
  for (const group of groups) {
    await to.take(group);
    copied += group.length;
    onProgress({ copied, total });
  }
  let moved = 0;
  for (const group of groups) moved += await from.letGo(group);
  return { moved, left: total - moved };
}

/** All of a session are in one group, as `take` needs them. */
async function sessionsOf(from: MemoryKeeper): Promise<Memory[][]> {
  const sessions = new Map<string, Memory[]>();
  for await (const memory of from.own()) {
    const known = sessions.get(memory.sessionId);
    if (known === undefined) sessions.set(memory.sessionId, [memory]);
    else known.push(memory);
  }
  const groups: Memory[][] = [];
  for (const session of sessions.values()) {
    const last = groups.at(-1);
    if (last === undefined || last.length >= BATCH) groups.push([...session]);
    else last.push(...session);
  }
  return groups;
}
