import { delimiter } from 'node:path';

/**
 * What a session or a check may inherit: who and where the student is, their language, tools and
 * network. `*` at the end stands for any rest. TERM is tmux's to set, and keys of AI services are
 * for the agents that name them.
 */
const SAFE_NAMES = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TMPDIR',
  'TZ',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'LOCPATH',
  'XDG_*',
  'DBUS_SESSION_BUS_ADDRESS',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'SSH_AUTH_SOCK',
  'EDITOR',
  'VISUAL',
  'PAGER',
  'BROWSER',
  'LESS',
  'LS_COLORS',
  'NO_COLOR',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'SSL_CERT_*',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'PYENV_*',
  'NVM_*',
  'VOLTA_HOME',
  'FNM_*',
  'ASDF_*',
  'MISE_*',
  'RBENV_ROOT',
  'JAVA_HOME',
  'GOPATH',
  'GOROOT',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'HOMEBREW_*',
  'PNPM_HOME',
  'BUN_INSTALL',
  'DENO_INSTALL',
  'CONDA_*',
  'VIRTUAL_ENV',
  'WSL_*',
  'WSLENV',
  'MSYSTEM',
] as const;

/**
 * Traces of how the daemon itself was started. They would change how programs of the student behave;
 * an AI CLI that finds its own mark believes that it runs inside itself.
 */
const NEVER = [
  'npm_*',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_PATH',
  'TMUX*',
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_SESSION_*',
  'CLAUDE_CODE_CHILD_*',
  'CODEX_SANDBOX*',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'CURSOR_AGENT',
  'CURSOR_TRACE_ID',
] as const;

/** Folders that npm and npx put in front of the PATH for the time of one command. */
const NPM_FOLDER = /\/node_modules\/\.bin\/?$|\/node-gyp-bin\/?$|\/_npx\//;

/**
 * The part of an environment that a child may see: the names on the list, plus the given names,
 * which may end in `*`. Traces of npm, tmux and a surrounding AI CLI never pass, not even when they are asked for.
 */
export function childEnvironment(
  source: Record<string, string | undefined>,
  extraNames: readonly string[] = [],
): Record<string, string> {
  const allowed = [...SAFE_NAMES, ...extraNames];
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined || matches(name, NEVER) || !matches(name, allowed)) continue;
    env[name] = name === 'PATH' ? withoutNpmFolders(value) : value;
  }
  return env;
}

function matches(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}

function withoutNpmFolders(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !NPM_FOLDER.test(folder))
    .join(delimiter);
}
