import type { AgentList } from '@agent-factory/agent-cli';
import { childEnvironment } from '@agent-factory/subprocess';

const UTF8 = /utf-?8/i;

/** The environment of sessions: the safelist, the agents' own variables, a UTF-8 locale and true colour. */
export function sessionEnvironment(source: NodeJS.ProcessEnv, agents: AgentList): Record<string, string> {
  const variables = new Set(agents.all().flatMap((agent) => agent.environment));
  const environment = childEnvironment(source, [...variables]);
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  return {
    ...environment,
    ...(UTF8.test(locale) ? {} : { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }),
    COLORTERM: 'truecolor',
  };
}
