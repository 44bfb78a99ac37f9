import type { Conversation } from '@agent-factory/protocol/conversations';
import { useState } from 'react';
import type { ExportFormat } from '../../../client/conversations/conversations.js';
import { ConfirmDialog } from '../../parts/ConfirmDialog.js';
import { Popover } from '../../parts/Popover.js';
import { saveFile } from '../../parts/save-file.js';
import { KeysDialog } from '../../shortcuts/KeysDialog.js';
import { useChat } from '../chat-context.js';
import { conversationTitle } from './conversation-words.js';
import { RenameDialog } from './RenameDialog.js';

interface Entry {
  readonly label: string;
  readonly run: () => void;
}

interface ConversationMenuProps {
  readonly conversation: Conversation;
  /** What else can be done with it. */
  readonly first: readonly Entry[];
  readonly onProblem: (message: string) => void;
}

/** What can be done with the open conversation. */
export function ConversationMenu({ conversation, first, onProblem }: ConversationMenuProps) {
  const { chat } = useChat();
  const [asks, setAsks] = useState<'rename' | 'delete' | 'keys'>();
  const { id } = conversation;
  const title = conversationTitle(conversation);
  const save = async (format: ExportFormat) => {
    const outcome = await chat.export(id, format);
    if (outcome.ok) saveFile(outcome.value, `${title}.${format === 'json' ? 'json' : 'md'}`);
    else onProblem(outcome.error.message);
  };
  const entries: readonly Entry[] = [
    ...first,
    { label: 'Rename…', run: () => setAsks('rename') },
    { label: 'Save as Markdown', run: () => void save('markdown') },
    { label: 'Save as JSON', run: () => void save('json') },
    { label: 'Keyboard shortcuts', run: () => setAsks('keys') },
    { label: 'Delete…', run: () => setAsks('delete') },
  ];
  return (
    <>
      <Popover label="More about this conversation" icon="more" kind="actions">
        {(close) => (
          <ul aria-label="More about this conversation">
            {entries.map(({ label, run }) => (
              <li key={label}>
                <button
                  type="button"
                  className="practice-menu-entry"
                  onClick={() => {
                    close();
                    run();
                  }}
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
      {asks === 'rename' && (
        <RenameDialog
          title={conversation.title}
          onRename={(next) => void chat.rename(id, next)}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === 'keys' && <KeysDialog onClose={() => setAsks(undefined)} />}
      {asks === 'delete' && (
        <ConfirmDialog
          title="Delete this conversation?"
          keep="Keep it"
          confirm="Delete"
          onCancel={() => setAsks(undefined)}
          onConfirm={() => {
            setAsks(undefined);
            void chat.remove(id);
          }}
        >
          “{title}” goes from this list for good. Files that were changed in it stay as they are.
        </ConfirmDialog>
      )}
    </>
  );
}
