import { useEffect, useMemo, useRef, useState } from 'react';
import { chatAgent } from '../../../client/agents/agent-choices.js';
import { agentsOf } from '../../../client/agents/agents-of.js';
import type { Chat } from '../../../client/conversations/chat.js';
import { openConversation } from '../../../client/conversations/chat-state.js';
import { chatOf } from '../../../client/conversations/chats.js';
import { MarkerStates } from '../../../client/markers/marker-states.js';
import { markerStatesOf } from '../../../client/markers/marker-states-of.js';
import { usePracticeClient } from '../../context.js';
import { useLatest } from '../../parts/use-latest.js';
import { useSnapshot } from '../../parts/use-snapshot.js';
import { ChatContext } from '../chat-context.js';
import type { ChatPanelProps } from '../chat-props.js';
import { ChatHeader } from '../header/ChatHeader.js';
import { MarkerContext } from '../markdown/marker-context.js';
import { useQuestions } from '../permissions/use-questions.js';
import { Thread } from '../thread/Thread.js';
import { Announcements } from './Announcements.js';
import { Beginning } from './Beginning.js';
import { ChatFoot } from './ChatFoot.js';
import { HandOverDialog } from './HandOverDialog.js';
import { useHandOver } from './use-hand-over.js';
import { useRun } from './use-run.js';
import { useWish } from './use-wish.js';

/** The chat of a subject, whose practice server has been found. */
export function ChatView(props: ChatPanelProps) {
  const { server } = usePracticeClient();
  const chat = chatOf(server, props.subject);
  // Each subject has a draft, chips and a place in its conversation of its own.
  return <SubjectChat key={chat.memory.key} {...props} chat={chat} />;
}

function SubjectChat(props: ChatPanelProps & { readonly chat: Chat }) {
  const { chat, title, theme, isActive, lesson, wish } = props;
  const state = useSnapshot(chat);
  const conversation = openConversation(state);
  const { agent, name: agentName } = useAgent(props, conversation?.agentName);
  const root = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState('');
  const write = () => field.current?.focus();
  const run = useRun({ chat, state, conversation, agent, isActive, hasTerminal: props.hasTerminal, lesson });
  const handOver = useHandOver({ chat, conversation, onShowTerminal: props.onShowTerminal });
  const handleKeys = useQuestions(root, state.feed, write);
  const isInTerminal = run.status === 'in_terminal';
  const read = useLatest(lesson);
  const parts = useMemo(() => ({ chat, agentName, isInTerminal, read }), [chat, agentName, isInTerminal, read]);
  const markerStates = useMarkersOf(props.subject);
  const isReady = isActive && state.list === 'ready' && agent !== undefined;
  useWish({
    chat,
    state,
    wish,
    isReady,
    onSay: run.say,
    onWrite: write,
    onTakeOver: handOver.takeOver,
    onFollow: handOver.follow,
  });
  const openNew = () => {
    chat.openNew();
    write();
  };

  return (
    <ChatContext.Provider value={parts}>
      <MarkerContext.Provider value={markerStates}>
        <section
          ref={root}
          className="practice-root practice-chat"
          data-theme={theme}
          data-status={run.status}
          aria-label={`Chat: ${title}`}
          onKeyDown={handleKeys}
        >
          <ChatHeader
            title={title}
            conversations={state.conversations}
            conversation={conversation}
            feed={state.feed}
            agent={agent}
            onContinue={handOver.toTerminal}
            onNew={openNew}
            onProblem={setNote}
          />
          {props.children}
          {state.feed ? (
            <Thread key={state.feed.id} feed={state.feed} isRunning={run.status === 'running'} />
          ) : (
            <Beginning title={title} agent={agent} />
          )}
          <ChatFoot
            {...props}
            state={state}
            run={run}
            note={note}
            onNoteRead={() => setNote('')}
            onTakeBack={handOver.toChat}
            onFollow={handOver.follow}
            field={field}
          />
          <HandOverDialog note={handOver.note} onClose={handOver.close} />
          {state.feed && <Announcements key={`said ${state.feed.id}`} feed={state.feed} agentName={agentName} />}
        </section>
      </MarkerContext.Provider>
    </ChatContext.Provider>
  );
}

/** How the claims stand that an agent makes in conversations about this. */
function useMarkersOf(subject: ChatPanelProps['subject']): MarkerStates {
  const { server } = usePracticeClient();
  const exerciseId = subject.kind === 'exercise' ? subject.exerciseId : undefined;
  return useMemo(
    () => (exerciseId === undefined ? new MarkerStates() : markerStatesOf(server, exerciseId)),
    [server, exerciseId],
  );
}

/** The agent that a new conversation begins with, and what the open one's agent is called. */
function useAgent({ subject, isActive }: ChatPanelProps, openName: string | undefined) {
  const { server } = usePracticeClient();
  const choices = agentsOf(server);
  const { known } = useSnapshot(choices);
  useEffect(() => {
    if (isActive) void choices.refresh();
  }, [choices, isActive]);
  const agent = chatAgent(known, subject.kind === 'exercise' ? subject.exerciseId : undefined);
  return { agent, name: openName ?? agent?.name ?? 'the agent' };
}
