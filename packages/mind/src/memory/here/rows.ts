import { type CoachTables, TAGS } from '@agent-factory/coach/store';
import type { Memory } from '@agent-factory/protocol/mind';

export type MemoryRow = CoachTables['coach_memories'];

export function memoryOf(row: MemoryRow): Memory {
  return {
    id: row.id,
    content: row.content,
    tags: TAGS.read(row.tags),
    importance: row.importance,
    project: row.project,
    sessionId: row.session_id,
    createdAt: row.created_at,
  };
}

export function rowOf(memory: Memory): MemoryRow {
  return {
    id: memory.id,
    session_id: memory.sessionId,
    project: memory.project,
    content: memory.content,
    tags: TAGS.write(memory.tags),
    importance: memory.importance,
    created_at: memory.createdAt,
  };
}
