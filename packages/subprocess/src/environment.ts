import { delimiter } from 'node:path';

/**
 * What a session or a check may inherit: who and where the student is, their language, tools and network.
 * A trailing `*` matches any suffix; it is used only where no suffix can name a secret, as tools keep their
 * tokens beside their folders (HOMEBREW_GITHUB_API_TOKEN, MISE_GITHUB_TOKEN). tmux sets TERM, and keys of AI
 * services are for the agents that name them. The address of a proxy may hold a password, but without it
 * there would be no network.
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
  'XDG_CONFIG_HOME',
  'XDG_CONFIG_DIRS',
  'XDG_DATA_HOME',
  'XDG_DATA_DIRS',
  'XDG_STATE_HOME',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'XDG_SESSION_DESKTOP',
  'XDG_SESSION_TYPE',
  'XDG_SESSION_CLASS',
  'XDG_SESSION_ID',
  'XDG_SEAT',
  'XDG_VTNR',
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
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'PYENV_ROOT',
  'PYENV_VERSION',
  'PYENV_SHELL',
  'NVM_DIR',
  'NVM_BIN',
  'NVM_INC',
  'NVM_CD_FLAGS',
  'VOLTA_HOME',
  'FNM_DIR',
  'FNM_MULTISHELL_PATH',
  'FNM_VERSION_FILE_STRATEGY',
  'FNM_RESOLVE_ENGINES',
  'FNM_COREPACK_ENABLED',
  'FNM_ARCH',
  'FNM_LOGLEVEL',
  'ASDF_DIR',
  'ASDF_DATA_DIR',
  'ASDF_CONFIG_FILE',
  'ASDF_DEFAULT_TOOL_VERSIONS_FILENAME',
  'MISE_DATA_DIR',
  'MISE_CONFIG_DIR',
  'MISE_CACHE_DIR',
  'MISE_STATE_DIR',
  'MISE_SHELL',
  'RBENV_ROOT',
  'JAVA_HOME',
  'GOPATH',
  'GOROOT',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'HOMEBREW_PREFIX',
  'HOMEBREW_CELLAR',
  'HOMEBREW_REPOSITORY',
  'PNPM_HOME',
  'BUN_INSTALL',
  'DENO_INSTALL',
  'CONDA_EXE',
  'CONDA_PREFIX',
  'CONDA_DEFAULT_ENV',
  'CONDA_PYTHON_EXE',
  'CONDA_SHLVL',
  'CONDA_PROMPT_MODIFIER',
  'VIRTUAL_ENV',
  'WSL_DISTRO_NAME',
  'WSL_INTEROP',
  'WSLENV',
  'MSYSTEM',
] as const;

/**
 * Traces of how the daemon itself was started. They would change how the student's programs behave;
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

/**
 * What a check or a set-up command does not need: it is the code of a lesson's author, but runs as the
 * student. The agents behind these sockets would sign, or unlock, in the student's name.
 */
const AGENT_SOCKETS = new Set(['SSH_AUTH_SOCK', 'DBUS_SESSION_BUS_ADDRESS']);

/** Words of names whose value is a secret. */
const SECRET =
  /(?:^|_)(?:TOKENS?|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|PASS|API_?KEYS?|ACCESS_KEY(?:_ID)?|PRIVATE_KEY|AUTH|CREDENTIALS?|COOKIES?)(?:_|$)/i;

/** Folders that npm and npx put in front of the PATH for the duration of one command. */
const NPM_FOLDER = /\/node_modules\/\.bin\/?$|\/node-gyp-bin\/?$|\/_npx\//;

/**
 * The part of an environment that a child may see: the names on the list, plus the given names, which may
 * end in `*`. Traces of npm, tmux and a surrounding AI CLI never pass, not even if `extraNames` has them.
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

/** The part of an environment that a check or a set-up command may see: nothing that speaks for the student. */
export function checkEnvironment(source: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(childEnvironment(source));
  return Object.fromEntries(entries.filter(([name]) => !AGENT_SOCKETS.has(name) && !SECRET.test(name)));
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
