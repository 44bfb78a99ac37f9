import {
  type CoachSession,
  type CoachTables,
  findWrappingUp,
  setWrappingUp,
  type WrappingUp,
} from '@agent-factory/coach/store';
import { shortened } from '@agent-factory/protocol';
import { MAX_MEMORY_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from '@agent-factory/protocol/mind';
import type { Kysely } from 'kysely';
import type { MemoryInput } from '../../memory/memories.js';
import type { MemorySummarisationResponse } from '../../prompts/memory-summarisation.js';
import type { MindRoom } from '../../room.js';

const MAX_MEMORIES = 10;

export function soundMemories({ memories }: MemorySummarisationResponse): MemoryInput[] {
  const sound = memories.filter(({ content }) => content.trim() !== '').slice(0, MAX_MEMORIES);
  return sound.map(({ content, tags, importance }) => ({
    content: shortened(content.trim(), MAX_MEMORY_LENGTH),
    tags: [...new Set(tags.map((tag) => shortened(tag.trim(), MAX_TAG_LENGTH)))].filter(Boolean).slice(0, MAX_TAGS),
    importance,
  }));
}

/**
 * Writes down what is to be remembered before it is: they are kept elsewhere, and a daemon may be killed between.
 * `isHeard`: a model has made them of what the agent has told.
 */
export async function intendMemories(
  store: Kysely<CoachTables>,
  sessionId: string,
  { memories, isHeard }: { readonly memories: readonly MemoryInput[]; readonly isHeard: boolean },
) {
  const listed = listedOf(memories);
  await store.transaction().execute(async (transaction) => {
    const progress = await findWrappingUp(transaction, sessionId);
    if (progress !== undefined) await setWrappingUp(transaction, sessionId, { ...progress, memories: listed, isHeard });
  });
}

/** As the database keeps them. */
export function listedOf(memories: readonly MemoryInput[]): NonNullable<WrappingUp['memories']> {
  return memories.map(({ content, tags, importance }) => ({ content, tags: [...tags], importance }));
}

interface ToAdd {
  readonly session: CoachSession;
  readonly memories: readonly MemoryInput[];
  /** A daemon that was killed may have added some already. */
  readonly isResumed: boolean;
}

/** Tells how many there are of the session then. */
export async function addMemories(
  { memories: kept }: MindRoom,
  { session, memories, isResumed }: ToAdd,
): Promise<number> {
  const { id: sessionId, projectId: project } = session;
  const there = new Set<string>();
  if (isResumed) for await (const memory of kept.all()) if (memory.sessionId === sessionId) there.add(memory.content);
  const missing = memories.filter(({ content }) => !there.has(content));
  return memories.length - missing.length + (await kept.add({ memories: missing, sessionId, project })).added;
}
