import type { AgentSummary } from '@agent-factory/protocol/agents';
import type { Conversation, SendMessageRequest } from '@agent-factory/protocol/conversations';
import { useEffect } from 'react';
import type { Chat } from '../../../client/conversations/chat.js';
import type { ChatState } from '../../../client/conversations/chat-state.js';
import { retryMessage } from '../../../client/conversations/retry.js';
import { runStatus } from '../../../client/conversations/run-status.js';
import type { ReadLesson } from '../chat-props.js';
import { contextAgain, lessonContext } from '../lesson-context.js';
import { useSelected } from '../use-selected.js';
import { useLateTerminal } from './use-late-terminal.js';

interface RunOptions {
  readonly chat: Chat;
  readonly state: ChatState;
  readonly conversation: Conversation | undefined;
  /** With whom a new conversation begins. */
  readonly agent: AgentSummary | undefined;
  readonly isActive: boolean;
  /** Whether the exercise has a terminal open, in which an agent may be at work. */
  readonly hasTerminal: boolean | undefined;
  readonly lesson: ReadLesson | undefined;
}

export type Run = ReturnType<typeof useRun>;

/** What the open conversation is doing, and how it goes on. Follows it while the chat is shown. */
export function useRun(options: RunOptions) {
  const { chat, state, conversation, agent, isActive, hasTerminal, lesson } = options;
  const { feed } = state;
  const send = (message: SendMessageRequest) => chat.send(message, agent && { agent: agent.id });
  const status = useSelected(feed, ({ thread }) => runStatus(thread, conversation), 'idle');
  const runId = useSelected(feed, ({ thread }) => thread.runId, undefined);
  const handOver = useSelected(feed, ({ thread }) => lastHandOver(thread.items), undefined);
  const isLoaded = useSelected(feed, (state) => state.isLoaded, false);
  const agentState = useSelected(feed, ({ thread }) => thread.state, undefined);
  const hasFailed = useSelected(feed, ({ thread }) => hasLastRunFailed(thread.items), false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again when a terminal opens or ends
  useEffect(() => {
    if (isActive) void chat.load();
  }, [chat, isActive, hasTerminal]);
  const knowsTerminal = state.terminal !== undefined || status === 'in_terminal';
  useLateTerminal(chat, isActive && hasTerminal === true && state.list === 'ready' && !knowsTerminal);
  useEffect(() => (isActive ? feed?.follow() : undefined), [feed, isActive]);
  // The list knows what events do not tell: the title an agent has found, the command that resumes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again whenever a run begins or ends, or it goes elsewhere
  useEffect(() => {
    if (isLoaded) void chat.refresh();
  }, [chat, isLoaded, runId, status, handOver]);

  return {
    status,
    agentState,
    hasFailed,
    isHere: status !== 'in_terminal',
    /** A run goes on, here or in the terminal. */
    isAtWork: runId !== undefined,
    send,
    say: (text: string) => void send({ text, ...(lesson && { context: { lesson: lessonContext(lesson) } }) }),
    retry: () => {
      const retry = feed && retryMessage(feed.getSnapshot().thread);
      if (retry) void send({ ...retry.message, ...contextAgain(retry.facts, lesson) });
    },
  };
}

function hasLastRunFailed(items: ChatItems): boolean {
  const last = items.findLast(({ kind }) => kind === 'run_end' || kind === 'question');
  return last?.kind === 'run_end' && last.outcome !== 'done';
}

function lastHandOver(items: ChatItems): number | undefined {
  return items.findLast(({ kind }) => kind === 'handed_over')?.eventId;
}

type ChatItems = Parameters<typeof retryMessage>[0]['items'];
