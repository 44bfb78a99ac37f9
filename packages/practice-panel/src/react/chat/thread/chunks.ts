import type { ThreadItem } from '@agent-factory/protocol/conversations';

/** Items that are laid out, drawn and left out together: a screen or two. */
const CHUNK_SIZE = 10;

/** Consecutive items, with what comes right before them. */
export interface Chunk {
  readonly start: number;
  readonly before: ThreadItem | undefined;
  readonly items: readonly ThreadItem[];
}

/** Cuts a conversation into chunks. One that has not changed since `former` is the same object. */
export function chunksOf(items: readonly ThreadItem[], former: readonly Chunk[]): readonly Chunk[] {
  const count = Math.ceil(items.length / CHUNK_SIZE);
  return Array.from({ length: count }, (_, index) => {
    const start = index * CHUNK_SIZE;
    const chunk = { start, before: items[start - 1], items: items.slice(start, start + CHUNK_SIZE) };
    const known = former[index];
    return known !== undefined && isSame(known, chunk) ? known : chunk;
  });
}

/** What comes before matters only by its kind, which no item changes. */
function isSame(a: Chunk, b: Chunk): boolean {
  const isEqual = a.items.length === b.items.length && a.items.every((item, index) => item === b.items[index]);
  return isEqual && a.before?.kind === b.before?.kind;
}

/** Characters in a line and CSS pixels of a line and of a message without text, at the panel's usual width. */
const LINE_LENGTH = 70;
const LINE_HEIGHT = 22;
const ITEM_HEIGHT = 56;

/** About how high a chunk will be, in CSS pixels, so that the scroll bar hardly moves when it is laid out. */
export function estimatedHeight({ items }: Chunk): number {
  return items.reduce((sum, item) => sum + ITEM_HEIGHT + Math.ceil(textLength(item) / LINE_LENGTH) * LINE_HEIGHT, 0);
}

function textLength(item: ThreadItem): number {
  return item.kind === 'question' || item.kind === 'answer' ? item.text.length : 0;
}
