import { useSyncExternalStore } from 'react';
import type { ConversationFeed, FeedState } from '../../client/conversations/conversation-feed.js';

const NEVER = () => () => {};

/**
 * Follows one fact of a conversation. A conversation changes with each frame while an answer arrives, and most facts do
 * not: `select` has to return the same value for the same state.
 */
export function useSelected<T>(feed: ConversationFeed | undefined, select: (state: FeedState) => T, absent: T): T {
  const read = () => (feed === undefined ? absent : select(feed.getSnapshot()));
  return useSyncExternalStore(feed?.subscribe ?? NEVER, read, read);
}
