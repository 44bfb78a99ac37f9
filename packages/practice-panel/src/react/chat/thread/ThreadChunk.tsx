import { memo, useRef } from 'react';
import { type Chunk, estimatedHeight } from './chunks.js';
import { ThreadEntry } from './ThreadEntry.js';
import { useNear } from './use-near.js';

interface ThreadChunkProps {
  readonly chunk: Chunk;
  /** It is at the end when the conversation opens, where the student looks first. */
  readonly startsNear: boolean;
}

/**
 * Some messages in a row. The browser lays them out only near the visible part, yet they are in the page: screen readers
 * and its search find all of them. They are plain text until they come near, and fully drawn from then on.
 */
export const ThreadChunk = memo(function ThreadChunk({ chunk, startsNear }: ThreadChunkProps) {
  const root = useRef<HTMLDivElement>(null);
  const isNear = useNear(root, startsNear);
  const { items, before } = chunk;
  return (
    <div
      ref={root}
      className="practice-chat-chunk"
      style={{ containIntrinsicBlockSize: `auto ${estimatedHeight(chunk)}px` }}
    >
      {items.map((item, index) => (
        <ThreadEntry key={`${item.kind} ${item.id}`} item={item} before={items[index - 1] ?? before} isNear={isNear} />
      ))}
    </div>
  );
});
