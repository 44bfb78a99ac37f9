import type { ThreadItem } from '@agent-factory/protocol/conversations';
import { type KeyboardEvent, useState } from 'react';
import { useChat } from '../chat-context.js';
import { GrowingField } from '../GrowingField.js';
import { contextAgain } from '../lesson-context.js';

interface QuestionEditorProps {
  readonly item: Extract<ThreadItem, { kind: 'question' }>;
  readonly onDone: () => void;
}

/** Changes an earlier message and sends it anew, and says what that means. */
export function QuestionEditor({ item, onDone }: QuestionEditorProps) {
  const { chat, agentName, read } = useChat();
  const [text, setText] = useState(item.text);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (text.trim() === '' || isSending) return;
    setSending(true);
    const again = contextAgain(item.facts, read.current);
    const isSent = await chat.send({ text: text.trim(), replaces: item.eventId, ...again });
    setSending(false);
    if (isSent) onDone();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onDone();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the editor from wherever in it the focus is
    <div className="practice-chat-editor" onKeyDown={handleKeyDown}>
      <GrowingField label="Your message" value={text} onChange={setText} onEnter={() => void send()} takesFocus />
      <p className="practice-muted">
        What came after it is taken out of the chat, but {agentName} still remembers it. Files that were changed stay as
        they are.
      </p>
      <div className="practice-chat-options">
        <button type="button" className="practice-action" data-kind="primary" aria-disabled={isSending} onClick={send}>
          Send again
        </button>
        <button type="button" className="practice-action" onClick={onDone}>
          Cancel
        </button>
      </div>
    </div>
  );
}
