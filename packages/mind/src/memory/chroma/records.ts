import { type Memory, memorySchema } from '@agent-factory/protocol/mind';
import type { Metadata } from 'chromadb';
import type { MemoryResult } from '../memories.js';
import { memoryOfResult } from '../records.js';
import { soundText } from '../sound.js';

/** Of a record that does not say when it was made. */
const LONG_AGO = new Date(0).toISOString();

interface StoredRecord {
  readonly id: string;
  readonly document: string | null | undefined;
  readonly metadata: Metadata | null | undefined;
}

/** Whatever is in the collection, as other programs may write into it, too. */
export function storedResult({ id, document, metadata }: StoredRecord, distance: number): MemoryResult {
  const field = (name: string) => soundText(typeof metadata?.[name] === 'string' ? metadata[name] : '');
  const createdAt = memorySchema.shape.createdAt.safeParse(field('created_at'));
  return {
    id,
    content: soundText(document ?? ''),
    metadata: {
      session_id: field('session_id'),
      project: field('project'),
      created_at: createdAt.data ?? LONG_AGO,
      importance: field('importance'),
      tags: field('tags'),
    },
    distance: Math.max(0, Number.isFinite(distance) ? distance : Number.MAX_VALUE),
  };
}

export function storedMemory(record: StoredRecord): Memory {
  return memoryOfResult(storedResult(record, 0));
}
