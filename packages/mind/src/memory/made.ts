import { PracticeError } from '@agent-factory/protocol';
import type { Memory, MemoryChange } from '@agent-factory/protocol/mind';
import { memoryId, nextIndex } from './ids.js';
import type { Memories } from './memories.js';
import { soundContent, soundMemories, soundTags, soundText } from './sound.js';

/** As they are to be kept, all of one session; `now`: milliseconds since 1970. Their ids are still to be made. */
export function newMemories(given: Parameters<Memories['add']>[0], now: number): Memory[] {
  const common = {
    sessionId: soundText(given.sessionId),
    project: soundText(given.project),
    createdAt: new Date(now).toISOString(),
  };
  return soundMemories(given.memories).map((memory) => ({
    id: '',
    content: memory.content,
    tags: [...memory.tags],
    importance: memory.importance,
    ...common,
  }));
}

/** With ids that go on after those that the session has: the first ones end with `_0`, `_1`. */
export function withIds(memories: readonly Memory[], ids: Iterable<string>): Memory[] {
  const first = nextIndex(memories[0]?.sessionId ?? '', ids);
  return memories.map((memory, at) => ({ ...memory, id: memoryId(memory.sessionId, first + at) }));
}

/** Throws `invalid_request` for a content that says nothing. */
export function changedMemory(memory: Memory, { content, tags, importance }: MemoryChange): Memory {
  const said = content === undefined ? memory.content : soundContent(content);
  if (said === '') {
    const message = 'A memory has to say something. Write what is to be remembered, or delete it.';
    throw new PracticeError('invalid_request', message, { issues: ['content: it says nothing'] });
  }
  return {
    ...memory,
    content: said,
    tags: tags === undefined ? memory.tags : soundTags(tags),
    importance: importance ?? memory.importance,
  };
}
