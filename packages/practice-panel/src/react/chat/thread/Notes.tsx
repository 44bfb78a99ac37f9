import type { ConversationNotice } from '@agent-factory/protocol/conversations';
import { Commands } from '../../parts/CommandLine.js';
import { Icon } from '../../parts/icons.js';

/** Something the student should know that nobody said. */
export function ConversationNoticeView({ notice }: { readonly notice: ConversationNotice }) {
  return (
    <div className="practice-chat-note" data-level={notice.level}>
      <p>
        <Icon name="info" />
        {notice.message}
      </p>
      {notice.commands && <Commands commands={notice.commands} />}
    </div>
  );
}

/** From here on the conversation went on elsewhere. */
export function HandedOver({ to }: { readonly to: 'terminal' | 'chat' }) {
  return (
    <p className="practice-chat-divider">
      <span>{to === 'terminal' ? 'Continued in the terminal' : 'Back in the chat'}</span>
    </p>
  );
}
