import { PracticeError } from '@agent-factory/protocol';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import type { ConversationHost, TerminalAgent } from '../host.js';
import type { LiveConversation } from '../live/live-conversation.js';
import type { TerminalLog } from './terminal-log.js';

export interface HandOverOptions {
  readonly host: ConversationHost;
  readonly live: LiveConversation;
  readonly log: TerminalLog;
  /** Whether an agent that is at work in the other form may be ended. */
  readonly isConfirmed: boolean;
}

/** Goes on with a conversation in the terminal of its exercise, by the agent's own id of it. */
export async function continueInTerminal({ host, live, log, isConfirmed }: HandOverOptions): Promise<void> {
  const { record } = live;
  if (record.place === 'terminal') return;
  const { subject, agent, sessionId } = record;
  const cli = host.agents.get(agent);
  if (subject.kind !== 'exercise' || cli.chat?.abilities.handOver !== true || sessionId === undefined)
    throw noTerminal(cli.name, sessionId);
  const running = await host.terminal.agentOf(subject.exerciseId);
  if (live.isRunning && !isConfirmed) throw busy('The agent is still answering here. Continue in the terminal anyway?');
  if (running?.isRunning === true && !isConfirmed)
    throw busy(
      `The terminal has a conversation with ${nameOf(host, running)}. Continuing there ends it; it can be resumed later.`,
    );
  await goThere({ live, log });
  try {
    await host.terminal.open(subject.exerciseId, agent, sessionId);
  } catch (error) {
    await log.takeBack(live);
    await live.note(handedOver('chat'));
    throw error;
  }
}

/** The terminal goes on with a conversation by itself: a session that begins anew resumes the one it had. */
export async function followInTerminal(options: Pick<HandOverOptions, 'live' | 'log'>): Promise<void> {
  if (options.live.record.place === 'chat') await goThere(options);
}

/** What is written into the agent's log from here on is said in the terminal. */
async function goThere({ live, log }: Pick<HandOverOptions, 'live' | 'log'>): Promise<void> {
  // Two processes of one conversation would not know of each other.
  await live.end();
  const logOffset = await log.size(live.record);
  await live.change({ status: 'idle', place: 'terminal', logOffset, logEventId: live.lastEventId + 1 });
  await live.note(handedOver('terminal'));
}

/** Takes a conversation back from the terminal, with what was said there. */
export async function continueInChat({ host, live, log, isConfirmed }: HandOverOptions): Promise<void> {
  const { record } = live;
  if (record.place === 'chat') return;
  const { subject } = record;
  const running = subject.kind === 'exercise' ? await host.terminal.agentOf(subject.exerciseId) : undefined;
  const isOurs = running?.isRunning === true && running.agent === record.agent;
  if (isOurs && !isConfirmed)
    throw busy(
      `${nameOf(host, running)} is running in the terminal. Continuing here ends it there; your shell stays open.`,
    );
  if (isOurs && subject.kind === 'exercise') await host.terminal.leaveAgent(subject.exerciseId);
  await log.takeBack(live);
  await live.note(handedOver('chat'));
}

function handedOver(to: 'terminal' | 'chat'): ConversationEvent {
  return { type: 'CUSTOM', name: 'handed_over', value: { to } };
}

function nameOf({ agents }: ConversationHost, { agent }: TerminalAgent): string {
  return agents.find(agent)?.name ?? agent;
}

function busy(message: string): PracticeError {
  return new PracticeError('agent_busy', message);
}

function noTerminal(name: string, sessionId: string | undefined): PracticeError {
  const message =
    sessionId === undefined
      ? 'There is nothing to continue yet. Send a message first.'
      : `${name} cannot continue this conversation in a terminal here. The chat shows the command that resumes it, if there is one.`;
  return new PracticeError('agent_unsupported', message, { ability: 'handOver' });
}
