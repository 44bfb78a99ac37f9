import { beginning, shortened } from '@agent-factory/protocol';
import {
  MAX_MEMORIES_PAGE,
  MAX_MEMORY_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  severitySchema,
} from '@agent-factory/protocol/mind';
import type { MemoryInput } from './memories.js';

/** Far more than anybody remembers of one session at once. */
const MAX_ADDED = 1000;
const USUAL_RESULTS = 10;

/** Half characters and NUL are in no text that SQLite, or JSON in UTF-8, gives back as it was. */
export function soundText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', ' ');
}

/** Within the contract's bounds; nothing is left of a memory that says nothing. */
export function soundMemories(memories: readonly MemoryInput[]): MemoryInput[] {
  return memories.slice(0, MAX_ADDED).flatMap(({ content, tags, importance }) => {
    const text = soundContent(content);
    if (text === '') return [];
    return [{ content: text, tags: soundTags(tags), importance: severitySchema.catch('medium').parse(importance) }];
  });
}

export function soundContent(content: string): string {
  return shortened(soundText(beginning(content, 2 * MAX_MEMORY_LENGTH)).trim(), MAX_MEMORY_LENGTH);
}

/** Commas are left out, as ChromaDB keeps the tags joined by them. */
export function soundTags(tags: readonly string[]): string[] {
  const sound = tags.slice(0, 10 * MAX_TAGS).map((tag) => {
    const words = soundText(beginning(tag, 2 * MAX_TAG_LENGTH))
      .replaceAll(',', ' ')
      .split(/\s+/);
    return shortened(words.filter(Boolean).join(' '), MAX_TAG_LENGTH);
  });
  return [...new Set(sound)].filter(Boolean).slice(0, MAX_TAGS);
}

/** How many results a search has. */
export function resultCount(wanted: number | undefined): number {
  if (wanted === undefined || Number.isNaN(wanted)) return USUAL_RESULTS;
  return Math.min(MAX_MEMORIES_PAGE, Math.max(1, Math.floor(wanted)));
}
