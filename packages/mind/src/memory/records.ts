import { type Memory, type Severity, severitySchema } from '@agent-factory/protocol/mind';
import type { MemoryMetadata, MemoryResult } from './memories.js';

export function metadataOf({ sessionId, project, createdAt, importance, tags }: Memory): MemoryMetadata {
  return { session_id: sessionId, project, created_at: createdAt, importance, tags: tags.join(',') };
}

export function resultOf(memory: Memory, distance: number): MemoryResult {
  // Numbers of a float's precision may be a little below the least there is.
  return { id: memory.id, content: memory.content, metadata: metadataOf(memory), distance: Math.max(0, distance) };
}

export function memoryOfResult({ id, content, metadata }: MemoryResult): Memory {
  return {
    id,
    content,
    tags: metadata.tags.split(',').filter(Boolean),
    importance: severitySchema.catch('medium' satisfies Severity).parse(metadata.importance),
    project: metadata.project,
    sessionId: metadata.session_id,
    createdAt: metadata.created_at,
  };
}
