import type { Ref } from 'react';
import type { Chat } from '../../../client/conversations/chat.js';
import { type ChatState, elsewhere, openConversation } from '../../../client/conversations/chat-state.js';
import { useChat } from '../chat-context.js';
import type { ChatPanelProps } from '../chat-props.js';
import { Composer } from '../composer/Composer.js';
import { ChatProblem } from './ChatProblem.js';
import { RunFoot } from './RunFoot.js';
import { TerminalOffer } from './TerminalOffer.js';
import type { Run } from './use-run.js';

interface ChatFootProps extends Pick<ChatPanelProps, 'lesson' | 'selection' | 'onSelectionUsed'> {
  readonly chat: Chat;
  readonly state: ChatState;
  readonly run: Run;
  readonly note: string;
  readonly onNoteRead: () => void;
  readonly onTakeBack: () => void;
  readonly onFollow: () => void;
  readonly field: Ref<HTMLTextAreaElement>;
}

/** Below the conversation: what went wrong, how to go on, and where the student writes. */
export function ChatFoot(props: ChatFootProps) {
  const { chat, state, run, note, onNoteRead, lesson, selection = '', onSelectionUsed, field } = props;
  const { agentName } = useChat();
  const conversation = openConversation(state);
  const dismiss = () => {
    onNoteRead();
    chat.dismissProblem();
  };
  return (
    <>
      <ChatProblem error={state.problem} note={note} onDismiss={dismiss} />
      <TerminalOffer terminal={elsewhere(state)} isBusy={state.task !== 'none'} onFollow={props.onFollow} />
      <RunFoot
        status={run.status}
        agentName={agentName}
        isAtWork={run.isAtWork}
        hasFailed={run.hasFailed}
        isBusy={state.task !== 'none'}
        onRetry={run.retry}
        onTakeBack={props.onTakeBack}
        onStop={() => void chat.interrupt()}
      />
      {run.isHere && (
        <Composer
          agentName={agentName}
          agentState={run.agentState}
          lesson={lesson}
          selection={selection}
          onSelectionUsed={() => onSelectionUsed?.()}
          memory={chat.memory}
          isRunning={run.status === 'running' || run.status === 'asking'}
          isAsking={run.status === 'asking'}
          isSending={state.task === 'sending'}
          canStop={conversation?.abilities.interrupt ?? false}
          onStop={() => void chat.interrupt()}
          onSend={run.send}
          field={field}
        />
      )}
    </>
  );
}
