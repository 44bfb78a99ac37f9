import type { AgentId } from '@agent-factory/protocol';
import type { ConversationSubject } from '@agent-factory/protocol/conversations';
import type { ConversationHost } from '../host.js';
import type { ConversationRecord, ConversationRecords } from '../store/records.js';

/** What an agent and the student talk about in the terminal of an exercise. */
export interface TerminalTalk {
  readonly agent: AgentId;
  /** The agent's own id of it. */
  readonly sessionId: string;
  /** False if the agent has left the student in their shell. */
  readonly isRunning: boolean;
  /** The conversation of ours that it is, if it is one already. */
  readonly known: ConversationRecord | undefined;
}

/** Undefined where no terminal is open, or where its agent keeps no log that we can read. */
export async function terminalTalk(
  host: ConversationHost,
  records: ConversationRecords,
  subject: ConversationSubject,
): Promise<TerminalTalk | undefined> {
  if (subject.kind !== 'exercise') return undefined;
  const running = await host.terminal.agentOf(subject.exerciseId);
  const cli = running && host.agents.find(running.agent);
  if (running === undefined || cli?.log === undefined) return undefined;
  const { agent, conversationId, since, isRunning } = running;
  const ours = (await records.list({ kind: 'exercise', key: subject.exerciseId })).filter(
    (record) => record.agent === agent,
  );
  // One that was handed over: until something is said there, an agent that chooses ids itself has another as its latest.
  const handedOver = ours.find(({ sessionId, place }) => place === 'terminal' && sessionId === conversationId);
  if (handedOver !== undefined) return { agent, sessionId: conversationId, isRunning, known: handedOver };
  const workspace = host.folderOf(subject);
  const sessionId = await cli.findConversation({ conversationId, workspace, env: host.environment(), since });
  if (sessionId === undefined) return undefined;
  return { agent, sessionId, isRunning, known: ours.find((record) => record.sessionId === sessionId) };
}
