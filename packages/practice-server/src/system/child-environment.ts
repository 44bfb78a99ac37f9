import { AGENT_CLIS } from '@agent-factory/agent-cli';
import { childEnvironment } from '@agent-factory/subprocess';

/** What every agent needs besides the common safelist. */
const AGENT_VARIABLES = [...new Set(Object.values(AGENT_CLIS).flatMap((agent) => agent.environment))];

const UTF8 = /utf-?8/i;

/** The environment of sessions: the safelist, the agents' own variables, a UTF-8 locale and true colour. */
export function sessionEnvironment(source: NodeJS.ProcessEnv): Record<string, string> {
  const environment = childEnvironment(source, AGENT_VARIABLES);
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  return {
    ...environment,
    ...(UTF8.test(locale) ? {} : { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }),
    COLORTERM: 'truecolor',
  };
}
