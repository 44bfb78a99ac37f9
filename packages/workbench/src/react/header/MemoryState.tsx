import type { MindStatus } from '@agent-factory/protocol/mind';
import { useSelected } from '../context.js';
import { Icon } from '../parts/icons.js';

type Memory = MindStatus['memory'];

/** Where the coach keeps what it remembers, and whether it gets there. Only what is not well is told. */
export function MemoryState() {
  const memory = useSelected((state) => state.mind.memory);
  const part = useSelected((state) => state.mind.parts?.memory);
  const isWell = memory?.available !== false || part?.enabled === false;
  return (
    <span className="wb-memory" data-tone={isWell ? 'plain' : 'warning'} title={part?.explanation}>
      {memory && isWell && (part?.enabled === false ? 'Memories: off' : placeOf(memory))}
      {!isWell && <Icon name="warning" />}
      <span role="status" className="wb-button-words">
        {!isWell && 'Memories: not reached'}
      </span>
    </span>
  );
}

function placeOf({ kept }: Memory): string {
  return kept === 'chromadb' ? 'Memories: ChromaDB' : 'Memories: kept here';
}
