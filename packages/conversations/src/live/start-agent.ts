import { randomUUID } from 'node:crypto';
import { type AgentCli, StructuredExecution } from '@agent-factory/agent-cli';
import { PracticeError } from '@agent-factory/protocol';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import { findExecutable } from '@agent-factory/subprocess';
import type { ConversationHost } from '../host.js';
import type { ConversationRecord } from '../store/records.js';
import { noChat } from './refusals.js';

/** By this variable, an agent that a killed daemon left behind is found. */
export const CONVERSATION_VARIABLE = 'AF_PRACTICE_CONVERSATION';

/** Throws `agent_unknown`, `agent_unsupported`, `dependency_missing` or `too_many_agents`: nothing has been started then. From `onTaken` on, it counts. */
export async function requireStartable(
  host: ConversationHost,
  record: ConversationRecord,
  onTaken: () => void,
): Promise<AgentCli> {
  const cli = host.agents.get(record.agent);
  if (cli.chat === undefined) throw noChat(cli);
  await host.requireAgent(record.agent);
  await host.requireSlot(onTaken);
  return cli;
}

export interface StartOptions {
  readonly cli: AgentCli;
  /** The agent's own id of a conversation to go on with. */
  readonly resume: string | undefined;
  /** Ends the agent, also while it starts. */
  readonly signal: AbortSignal;
  onEvent(event: ConversationEvent): void;
  room(): Promise<void> | undefined;
}

/** Starts an agent for a conversation, or resumes one. Throws `agent_failed`, with what comes next. */
export async function startAgent(
  host: ConversationHost,
  record: ConversationRecord,
  options: StartOptions,
): Promise<StructuredExecution> {
  const { cli, resume, signal, onEvent, room } = options;
  const folder = await host.openFolder(record.subject, record.agent);
  const env = { ...host.environmentOf(cli), [CONVERSATION_VARIABLE]: record.id };
  const program = cli.command && (await findExecutable(cli.command, env));
  if (cli.chat === undefined || !program) throw noChat(cli);
  try {
    return await StructuredExecution.start({
      name: cli.name,
      form: cli.chat,
      program,
      cwd: folder.path,
      env,
      threadId: record.id,
      sessionId: randomUUID(),
      resume,
      costBefore: resume === undefined ? 0 : (record.usage.costUsd ?? 0) - record.costBeforeSession,
      signal,
      onEvent,
      room,
    });
  } catch (error) {
    throw await explained(host, cli, error);
  }
}

/** Whether the agent is there, but does not go on with the conversation it was given. */
export function isRefusal(error: unknown): boolean {
  return error instanceof PracticeError && error.code === 'agent_failed' && error.facts.reason === 'refused';
}

/** An agent that nobody has signed in to fails in many ways. */
async function explained(host: ConversationHost, cli: AgentCli, error: unknown): Promise<unknown> {
  if (!(error instanceof PracticeError) || error.code !== 'agent_failed') return error;
  const saysSo = SIGNED_OUT.test(error.message);
  if (!saysSo && (cli.signInHelp === undefined || (await host.isSignedIn(cli)) !== false)) return error;
  const { message, commands } = cli.signInHelp ?? {
    message: `${error.message} Start ${cli.name} in a terminal of your own and sign in there; then send your message again.`,
    commands: cli.command === undefined ? [] : [cli.command],
  };
  return new PracticeError('agent_failed', message, { ...error.facts, reason: 'not_signed_in', commands });
}

/** How agents say so, beside the code that ACP has for it and that its driver does not tell. */
const SIGNED_OUT = /auth(entication)? required|not (logged|signed) in/i;
