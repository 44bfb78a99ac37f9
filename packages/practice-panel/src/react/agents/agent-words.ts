import type { AgentSummary } from '@agent-factory/protocol/agents';

/** Where an agent is about to be used. */
export type AgentUse = 'chat' | 'terminal';

/** Whether an agent can be used there at all. */
export function canBeUsed(agent: AgentSummary, use: AgentUse): boolean {
  return use === 'chat' ? agent.chat !== undefined : agent.terminal;
}

/** How ready an agent is, in a few words. */
export function readiness(agent: AgentSummary, use: AgentUse): string {
  if (!canBeUsed(agent, use)) return use === 'chat' ? 'only in the terminal' : 'only in the chat';
  if (!agent.installed) return 'not installed';
  const version = agent.version === undefined ? undefined : `version ${agent.version}`;
  return [version, signInWords(agent)].filter(Boolean).join(', ') || 'installed';
}

function signInWords({ signedIn }: AgentSummary): string | undefined {
  if (signedIn === undefined) return undefined;
  return signedIn ? 'signed in' : 'not signed in';
}
