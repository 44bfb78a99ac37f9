import type { PermissionAsked, Thread as ThreadState } from '@agent-factory/protocol/conversations';
import { useRef } from 'react';
import type { ConversationFeed } from '../../../client/conversations/conversation-feed.js';
import { useSnapshot } from '../../parts/use-snapshot.js';
import { Beginnings } from '../beginnings/Beginnings.js';
import { useChat } from '../chat-context.js';
import { ChatIcon } from '../chat-icons.js';
import { PermissionQuestion } from '../permissions/PermissionQuestion.js';
import { type Chunk, chunksOf } from './chunks.js';
import { ThreadChunk } from './ThreadChunk.js';
import { useStickToEnd } from './use-stick-to-end.js';

interface ThreadProps {
  readonly feed: ConversationFeed;
  /** Whether the agent is at work. */
  readonly isRunning: boolean;
}

/** How many chunks at the end are drawn in full as they appear: more than the tallest screen shows. */
const NEAR_AT_FIRST = 2;

/** A conversation from its beginning to what is happening now. */
export function Thread({ feed, isRunning }: ThreadProps) {
  const { thread, isLoaded } = useSnapshot(feed);
  // A conversation in which the first message did not arrive.
  const isEmpty = isLoaded && thread.items.length === 0 && thread.runId === undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const chunks = useRef<readonly Chunk[]>([]);
  chunks.current = chunksOf(thread.items, chunks.current);
  const { isAway, toEnd } = useStickToEnd(scroller, content);
  return (
    <div className="practice-chat-thread">
      {/* Not live: each token would be read. What is worth saying is announced apart. */}
      <div
        ref={scroller}
        className="practice-chat-scroller"
        role="log"
        aria-live="off"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
      >
        <div ref={content} className="practice-chat-content">
          {chunks.current.map((chunk, index) => (
            <ThreadChunk key={chunk.start} chunk={chunk} startsNear={index >= chunks.current.length - NEAR_AT_FIRST} />
          ))}
          {isEmpty && <Beginnings />}
          <LooseQuestions thread={thread} />
          {isRunning && <Working />}
        </div>
      </div>
      {isAway && (
        <button type="button" className="practice-action practice-chat-latest" onClick={toEnd}>
          <ChatIcon name="down" />
          Jump to latest
        </button>
      )}
    </div>
  );
}

/** Questions that belong to no tool of the conversation. */
function LooseQuestions({ thread }: { readonly thread: ThreadState }) {
  const loose = thread.asked.filter((asked) => !isAtTool(asked, thread));
  return loose.map((asked) => <PermissionQuestion key={asked.id} asked={asked} />);
}

function isAtTool({ toolCallId }: PermissionAsked, { items }: ThreadState): boolean {
  return toolCallId !== undefined && items.some(({ kind, id }) => kind === 'tool' && id === toolCallId);
}

function Working() {
  const { agentName } = useChat();
  return (
    <p className="practice-chat-working">
      <span className="practice-dot" data-tone="accent" data-pulse="true" aria-hidden="true" />
      {agentName} is at work…
    </p>
  );
}
