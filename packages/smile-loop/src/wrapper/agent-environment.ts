import type { Provider } from '../contract/agents.js';
import type { WrapperTask } from '../contract/wrapper-task.js';
import { CODEX_KEY } from './agent-homes.js';

/** How a container reaches the loop. */
export const HOST = 'host.docker.internal';

/** By what name the loop's gateway knows the vendor of each CLI's models. */
const VENDORS: Readonly<Record<Provider, string>> = { claude: 'anthropic', codex: 'openai', gemini: 'google' };

export function hostUrl(port: number): string {
  return `http://${HOST}:${port}`;
}

export function modelUrl(provider: Provider, origin: string): string {
  return `${origin}/model/${VENDORS[provider]}`;
}

const VARIABLES: Readonly<Record<Provider, (url: string, token: string) => Readonly<Record<string, string>>>> = {
  claude: (url, token) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_AUTH_TOKEN: token,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // It is root in a container that is thrown away.
    IS_SANDBOX: '1',
  }),
  codex: (_, token) => ({ [CODEX_KEY]: token }),
  gemini: (url, token) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: token }),
};

/** What a CLI would otherwise take for its account or its models. */
const NOT_PASSED_ON =
  /^(?:ANTHROPIC_|CLAUDE|OPENAI_|CODEX_|GEMINI_|GOOGLE_|https?_proxy$|HTTPS?_PROXY$|no_proxy$|NO_PROXY$)/;

interface Place {
  /** The container's own environment. */
  readonly base: NodeJS.ProcessEnv;
  readonly home: string;
  /** Where the loop is reached. */
  readonly origin: string;
  /** More for the CLI and all that it starts. */
  readonly more?: Readonly<Record<string, string>> | undefined;
}

/** The whole environment of a CLI. The loop's secret is not in it. */
export function agentEnvironment(task: WrapperTask, { base, home, origin, more }: Place): Record<string, string> {
  const kept = Object.entries(base).flatMap(([name, value]) =>
    value === undefined || NOT_PASSED_ON.test(name) ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    ...more,
    ...(task.useProxy && proxies(origin)),
    ...VARIABLES[task.provider](modelUrl(task.provider, origin), task.modelToken),
  };
}

/** Programs differ in the case that they read. */
function proxies(origin: string): Record<string, string> {
  const direct = `${HOST},localhost,127.0.0.1`;
  const both = (name: string, value: string) => ({ [name]: value, [name.toUpperCase()]: value });
  return { ...both('http_proxy', origin), ...both('https_proxy', origin), ...both('no_proxy', direct) };
}
