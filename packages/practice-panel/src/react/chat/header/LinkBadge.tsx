import type { ConversationFeed } from '../../../client/conversations/conversation-feed.js';
import { useSelected } from '../use-selected.js';

/** Says when the connection to the conversation is not as it should be; a good one needs no words. */
export function LinkBadge({ feed }: { readonly feed: ConversationFeed | undefined }) {
  const link = useSelected(feed, (state) => state.link, undefined);
  if (link?.status === 'lost') {
    return (
      <span className="practice-connection" role="status">
        <span className="practice-dot" data-tone="danger" aria-hidden="true" />
        Not connected
        <button type="button" className="practice-action" onClick={() => feed?.reconnect()}>
          Reconnect
        </button>
      </span>
    );
  }
  return (
    <span className="practice-connection" role="status">
      {link?.status === 'reconnecting' && (
        <>
          <span className="practice-dot" data-tone="warning" data-pulse="true" aria-hidden="true" />
          Reconnecting…
        </>
      )}
    </span>
  );
}
