import type { AgentSummary } from '@agent-factory/protocol/agents';

/** Where an agent is about to be used. */
export type AgentUse = 'chat' | 'terminal';

type Step = NonNullable<AgentSummary['next']>;

/** Whether an agent can be used there at all. */
export function canBeUsed(agent: AgentSummary, use: AgentUse): boolean {
  return use === 'chat' ? agent.chat !== undefined : agent.terminal;
}

/** How ready an agent is, in a few words. */
export function readiness(agent: AgentSummary, use: AgentUse): string {
  if (!canBeUsed(agent, use)) return use === 'chat' ? 'only in the terminal' : 'only in the chat';
  if (agent.blocked !== undefined) return 'cannot be run';
  if (!agent.installed) return 'not installed';
  const old = agent.tooOld?.[use];
  if (old !== undefined) return `too old: ${agent.version}; needs ${old.needs}`;
  const version = agent.version === undefined ? undefined : `version ${agent.version}`;
  return [version, signInWords(agent)].filter(Boolean).join(', ') || 'installed';
}

function signInWords({ signedIn, signInHelp }: AgentSummary): string | undefined {
  if (signedIn === undefined) return signInHelp && 'sign-in not known';
  return signedIn ? 'signed in' : 'not signed in';
}

/** Whether nothing is missing, as far as anybody can tell. */
export function isReady(agent: AgentSummary, use: AgentUse): boolean {
  return whyNotStarted(agent, use) === undefined && agent.signedIn !== false && agent.signInHelp === undefined;
}

/** What the student can do about an agent that is not ready. */
export function stepFor(agent: AgentSummary, use: AgentUse): Step | undefined {
  if (!canBeUsed(agent, use)) return undefined;
  return agent.tooOld?.[use]?.next ?? agent.next ?? agent.signInHelp;
}

/** Why an agent could not be started there; undefined if it can, if only to sign in. */
export function whyNotStarted(agent: AgentSummary, use: AgentUse): string | undefined {
  const { name } = agent;
  if (!canBeUsed(agent, use)) return `${name} runs ${readiness(agent, use)}.`;
  if (agent.blocked !== undefined) return `${name} cannot be run yet: its next step is below its name.`;
  if (!agent.installed) return `${name} is not installed yet: its next step is below its name.`;
  return agent.tooOld?.[use] && `${name} has to be updated first: its next step is below its name.`;
}
