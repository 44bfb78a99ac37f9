import type { AgentState, SendMessageRequest } from '@agent-factory/protocol/conversations';
import { type Ref, useId, useState } from 'react';
import type { ChatMemory } from '../../../client/conversations/chat-memory.js';
import { useLatest } from '../../parts/use-latest.js';
import { ChatIcon } from '../chat-icons.js';
import type { ReadLesson } from '../chat-props.js';
import { GrowingField } from '../GrowingField.js';
import { AgentOptions, type AgentWishes } from './AgentOptions.js';
import { ContextChips } from './ContextChips.js';
import { useBusyNote } from './use-busy-note.js';
import { useChips } from './use-chips.js';

interface ComposerProps {
  readonly agentName: string;
  readonly agentState: AgentState | undefined;
  readonly lesson: ReadLesson | undefined;
  readonly selection: string;
  readonly onSelectionUsed: () => void;
  /** Keeps what is being written. */
  readonly memory: ChatMemory;
  /** The agent is at work: nothing can be sent, and it can be stopped if it lets itself. */
  readonly isRunning: boolean;
  readonly isAsking: boolean;
  readonly isSending: boolean;
  readonly canStop: boolean;
  readonly onStop: () => void;
  /** Resolves with whether it was sent. */
  readonly onSend: (message: SendMessageRequest) => Promise<boolean>;
  readonly field: Ref<HTMLTextAreaElement>;
}

/** Where the student writes, with what goes along. */
export function Composer(props: ComposerProps) {
  const { agentName, agentState, lesson, selection, isRunning, isSending, onSend } = props;
  const { text, setText, clear } = useDraft(props.memory);
  const [wishes, setWishes] = useState<AgentWishes>({});
  const { chips, toggle, context } = useChips({ lesson, selection });
  const { note, tell } = useBusyNote(props);
  const helpId = useId();
  const isBlocked = isRunning || isSending || text.trim() === '';

  const send = async () => {
    if (isRunning) return tell();
    if (isBlocked) return;
    const sent = context();
    if (!(await onSend({ text: text.trim(), ...(sent && { context: sent }), ...wishes }))) return;
    clear(text);
    setWishes({});
    if (sent?.selection !== undefined) props.onSelectionUsed();
  };
  const toggleChip = (id: Parameters<typeof toggle>[0]) => (id === 'selection' ? props.onSelectionUsed() : toggle(id));
  return (
    <div className="practice-chat-composer">
      <ContextChips chips={chips} onToggle={toggleChip} />
      <GrowingField
        field={props.field}
        label={`Message to ${agentName}`}
        describedBy={helpId}
        placeholder={`Ask ${agentName}`}
        value={text}
        onChange={setText}
        onEnter={() => void send()}
      />
      <p id={helpId} className="practice-visually-hidden">
        Enter sends, Shift+Enter begins a new line.
      </p>
      <div className="practice-chat-composer-row">
        <AgentOptions state={agentState} wishes={wishes} onChange={setWishes} />
        <p className="practice-chat-busy practice-muted" role="status">
          {note}
        </p>
        {isRunning && props.canStop ? (
          <button type="button" className="practice-action practice-chat-send" onClick={props.onStop}>
            <ChatIcon name="stop" />
            Stop
          </button>
        ) : (
          <button
            type="button"
            className="practice-action practice-chat-send"
            data-kind="primary"
            aria-disabled={isBlocked}
            onClick={() => void send()}
          >
            <ChatIcon name="send" />
            {isSending ? 'Sending…' : 'Send'}
          </button>
        )}
      </div>
    </div>
  );
}

/** The text being written, which outlasts the page. */
function useDraft(memory: ChatMemory) {
  const [text, show] = useState(memory.draft);
  const latest = useLatest(text);
  const setText = (next: string) => {
    show(next);
    memory.draft = next;
  };
  /** What was written since `sent` went off is the next message. */
  const clear = (sent: string) => {
    if (latest.current === sent) setText('');
  };
  return { text, setText, clear };
}
