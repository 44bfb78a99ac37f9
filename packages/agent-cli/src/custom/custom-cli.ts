import type { CustomAgent } from '@agent-factory/protocol/agents';
import type { AgentCli } from '../agent-cli.js';

/** What is known of an agent that the student has described. */
export function customCli(id: string, agent: CustomAgent): AgentCli {
  const { transport, transportArguments } = agent;
  return {
    id,
    isCustom: true,
    name: agent.name ?? id,
    command: agent.command,
    versionArgs: ['--version'],
    instructionFile: agent.instructionFile ?? 'AGENTS.md',
    install: [],
    environment: agent.environment,
    tutorArgs: agent.arguments,
    startArgs: ({ prompt }) => [prompt],
    // Nothing is known of how it resumes a conversation on a terminal: it begins a new one.
    resumeArgs: () => [],
    resumeLatestArgs: [],
    findConversation: async () => undefined,
    signIn: undefined,
    signInHelp: undefined,
    terminal: agent.terminal,
    chat: transport && {
      transport,
      args: () => [...agent.arguments, ...transportArguments],
      abilities: {
        permissions: true,
        interrupt: true,
        resume: true,
        handOver: false,
        rewind: false,
        models: true,
        modes: true,
        cost: false,
      },
    },
  };
}
