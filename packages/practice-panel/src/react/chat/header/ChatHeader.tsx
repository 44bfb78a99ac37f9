import type { AgentSummary } from '@agent-factory/protocol/agents';
import type { Conversation } from '@agent-factory/protocol/conversations';
import { useState } from 'react';
import { agentsOf } from '../../../client/agents/agents-of.js';
import type { ConversationFeed } from '../../../client/conversations/conversation-feed.js';
import { AgentDialog } from '../../agents/AgentDialog.js';
import { usePracticeClient } from '../../context.js';
import { Icon } from '../../parts/icons.js';
import { useChat } from '../chat-context.js';
import { useSelected } from '../use-selected.js';
import { ConversationMenu } from './ConversationMenu.js';
import { History } from './History.js';
import { LinkBadge } from './LinkBadge.js';
import { UsageTotal } from './UsageTotal.js';

interface ChatHeaderProps {
  readonly title: string;
  readonly conversations: readonly Conversation[];
  readonly conversation: Conversation | undefined;
  readonly feed: ConversationFeed | undefined;
  readonly agent: AgentSummary | undefined;
  /** Lets the conversation go on in the terminal; undefined where it cannot. */
  readonly onContinue: (() => void) | undefined;
  readonly onNew: () => void;
  readonly onProblem: (message: string) => void;
}

const NO_USAGE = {};

/** Which conversation this is, with whom, and what it has used. */
export function ChatHeader(props: ChatHeaderProps) {
  const { title, conversations, conversation, feed, onContinue, onNew, onProblem } = props;
  const { chat } = useChat();
  const usage = useSelected(feed, ({ thread }) => thread.usage, NO_USAGE);
  const first = onContinue ? [{ label: 'Continue in terminal', run: onContinue }] : [];
  return (
    <header className="practice-chat-header">
      <h2 className="practice-title" title={title}>
        {conversation ? conversation.title || title : 'New conversation'}
      </h2>
      <LinkBadge feed={feed} />
      <UsageTotal usage={usage} />
      <div className="practice-chat-header-actions">
        <AgentButton conversation={conversation} agent={props.agent} onSwitch={onNew} />
        {conversation && (
          <button
            type="button"
            className="practice-icon-button"
            aria-label="New conversation"
            title="New conversation"
            onClick={onNew}
          >
            <Icon name="plus" />
          </button>
        )}
        <History conversations={conversations} openId={conversation?.id} onOpen={(id) => chat.open(id)} />
        {conversation && <ConversationMenu conversation={conversation} first={first} onProblem={onProblem} />}
      </div>
    </header>
  );
}

interface AgentButtonProps {
  readonly conversation: Conversation | undefined;
  readonly agent: AgentSummary | undefined;
  readonly onSwitch: () => void;
}

/** A conversation keeps its agent, so that another one begins another conversation. */
function AgentButton({ conversation, agent, onSwitch }: AgentButtonProps) {
  const { server } = usePracticeClient();
  const { chat } = useChat();
  const [isOpen, setOpen] = useState(false);
  const name = conversation?.agentName ?? agent?.name ?? 'Agent';
  return (
    <>
      <button
        type="button"
        className="practice-action practice-chat-agent"
        aria-label={`Agent: ${name}. Change…`}
        title={`${name}: change the agent`}
        onClick={() => setOpen(true)}
      >
        <span className="practice-chat-agent-name">{name}</span>
        <Icon name="chevron" />
      </button>
      {isOpen && (
        <AgentDialog
          choices={agentsOf(server)}
          use="chat"
          exerciseId={chat.subject.kind === 'exercise' ? chat.subject.exerciseId : undefined}
          consequence="Your next message begins a new conversation with it. The present one stays in the list."
          onClose={() => setOpen(false)}
          onSwitch={() => {
            setOpen(false);
            onSwitch();
          }}
        />
      )}
    </>
  );
}
