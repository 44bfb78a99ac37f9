import type { Conversation } from '@agent-factory/protocol/conversations';
import { Popover } from '../../parts/Popover.js';
import { ChatIcon } from '../chat-icons.js';
import { conversationTitle, statusWords, whenWords } from './conversation-words.js';

interface HistoryProps {
  readonly conversations: readonly Conversation[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** The subject's conversations, the latest first. */
export function History({ conversations, openId, onOpen }: HistoryProps) {
  if (conversations.length === 0) return null;
  return (
    <Popover label="Conversations" icon={<ChatIcon name="history" />} kind="actions">
      {(close) => (
        <ul aria-label="Conversations" className="practice-chat-history">
          {conversations.map((conversation) => (
            <li key={conversation.id}>
              <button
                type="button"
                className="practice-menu-entry"
                aria-current={conversation.id === openId || undefined}
                onClick={() => {
                  close();
                  onOpen(conversation.id);
                }}
              >
                <span className="practice-chat-history-title">{conversationTitle(conversation)}</span>
                <span className="practice-muted">{detailsOf(conversation)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

function detailsOf({ updatedAt, agentName, status }: Conversation): string {
  return [whenWords(updatedAt, Date.now()), agentName, statusWords(status)].filter(Boolean).join(' · ');
}
