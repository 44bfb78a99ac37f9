import type { CustomAgent, Transport } from '@agent-factory/protocol/agents';
import type { ChatAbilities } from '@agent-factory/protocol/conversations';
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
      abilities: abilitiesOf(transport),
    },
  };
}

/**
 * What is certain of it. Whether it asks before it acts, which models and modes it has and whether it takes up a
 * conversation shows only once it runs. Of the transports, only `stream-json` tells what a run has cost; and only there
 * the conversation to take up is an argument, which we do not know of a program that is not Claude Code.
 */
function abilitiesOf(transport: Transport): ChatAbilities {
  const abilities = { interrupt: true, handOver: false };
  return transport === 'stream-json' ? { ...abilities, resume: false } : { ...abilities, cost: false };
}
