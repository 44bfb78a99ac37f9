import { type AgentCli, resumeCommand } from '@agent-factory/agent-cli';
import type { Conversation } from '@agent-factory/protocol/conversations';
import type { ConversationHost } from './host.js';
import type { LiveConversation } from './live/live-conversation.js';
import type { ConversationRecord } from './store/records.js';

/** A conversation as pages see it. */
export function describe(
  host: ConversationHost,
  stored: ConversationRecord,
  live: LiveConversation | undefined,
): Conversation {
  const record = live?.record ?? stored;
  const { id, subject, agent, title, createdAt, updatedAt, usage } = record;
  const cli = host.agents.find(agent);
  return {
    ...{ id, subject, agent, title, createdAt, updatedAt, usage },
    agentName: cli?.name ?? agent,
    status: statusOf(record, live),
    abilities: cli?.chat?.abilities ?? NO_ABILITIES,
    ...(cli && resumption(host, cli, record)),
  };
}

/** CLIs know a conversation by the folder it was held in. */
function resumption(host: ConversationHost, cli: AgentCli, { subject, sessionId: conversationId }: ConversationRecord) {
  if (conversationId === undefined) return {};
  return { resumeCommand: `cd ${host.shownFolder(subject)} && ${resumeCommand(cli, { conversationId })}` };
}

/** For an agent that the student no longer describes. */
const NO_ABILITIES = {
  permissions: false,
  interrupt: false,
  resume: false,
  handOver: false,
  models: false,
  modes: false,
  cost: false,
};

function statusOf({ place, status }: ConversationRecord, live: LiveConversation | undefined): Conversation['status'] {
  if (place === 'terminal') return 'in_terminal';
  if (live?.isAsking === true) return 'asking';
  return live?.isRunning === true ? 'running' : status === 'running' ? 'idle' : status;
}
