import { type AgentCli, resumeLatestCommand } from '@agent-factory/agent-cli';
import type { AgentId, ServerFrame } from '@agent-factory/protocol';

export type AgentExited = Extract<ServerFrame, { type: 'agent_exited' }>;

export interface AgentExit {
  readonly agent: AgentId;
  /** Undefined if the student no longer describes it. */
  readonly cli: AgentCli | undefined;
  readonly conversationId: string | undefined;
  readonly exitCode: number;
  /** Within seconds of its start. */
  readonly early: boolean;
  /** What the agent itself says; undefined if it cannot tell. */
  readonly signedIn: boolean | undefined;
}

/** What to tell the student when the agent has left them in their own shell, and what to type there. */
export function describeExit(exit: AgentExit): AgentExited {
  const { agent, exitCode, early } = exit;
  return { type: 'agent_exited', agent, exitCode, early, ...advice(exit) };
}

function advice({ agent, cli, conversationId, exitCode, early, signedIn }: AgentExit): {
  message: string;
  commands: string[];
} {
  const { name = agent, command, signInHelp } = cli ?? {};
  const again = command === undefined ? [] : [command];
  if (!early) {
    const resume =
      cli === undefined || conversationId === undefined ? again : [resumeLatestCommand(cli, { conversationId })];
    const message = `${name} has ended (exit code ${exitCode}). You are in your own shell now; the command below resumes the conversation.`;
    return { message, commands: resume };
  }
  const what = `${name} ended within seconds of its start (exit code ${exitCode}).`;
  if (signedIn === false && signInHelp !== undefined) {
    return { message: `${what} ${signInHelp.message}`, commands: [...signInHelp.commands] };
  }
  return { message: `${what} Its own message is in the terminal; the command below starts it again.`, commands: again };
}
