import type { AgentCli, AgentList } from '@agent-factory/agent-cli';
import { childEnvironment } from '@agent-factory/subprocess';

const UTF8 = /utf-?8/i;

/**
 * The environment of sessions: the safelist, the variables of all agents, as the student may start any of them in the
 * terminal, a UTF-8 locale and true colour.
 */
export function sessionEnvironment(source: NodeJS.ProcessEnv, agents: AgentList): Record<string, string> {
  return environmentWith(source, [...new Set(agents.all().flatMap((agent) => agent.environment))]);
}

/** The environment of one agent that runs by itself: no variables of the others. */
export function agentEnvironment(source: NodeJS.ProcessEnv, agent: AgentCli): Record<string, string> {
  return environmentWith(source, agent.environment);
}

function environmentWith(source: NodeJS.ProcessEnv, variables: readonly string[]): Record<string, string> {
  const environment = childEnvironment(source, variables);
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  return {
    ...environment,
    ...(UTF8.test(locale) ? {} : { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }),
    COLORTERM: 'truecolor',
  };
}
