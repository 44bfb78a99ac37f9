import { describe, expect, test } from 'vitest';
import { checkEnvironment, childEnvironment } from '../src/index.js';

describe('the environment of a child', () => {
  test('has what a session needs', () => {
    const env = {
      HOME: '/home/a',
      LANG: 'C.UTF-8',
      LC_TIME: 'de_DE',
      XDG_CONFIG_HOME: '/c',
      https_proxy: 'http://p',
      NVM_DIR: '/n',
    };
    expect(childEnvironment(env)).toEqual(env);
  });

  test('[practice-environment 2.3 secrets] has no variable that nobody asked for', () => {
    expect(childEnvironment({ AWS_SECRET_ACCESS_KEY: 'x', DATABASE_URL: 'y', TERM: 'xterm', HOME: '/h' })).toEqual({
      HOME: '/h',
    });
  });

  test('has the names and patterns that were asked for', () => {
    const source = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'u', OPENAI_API_KEY: 'o', ONE: '1', ONE_MORE: '2' };
    expect(childEnvironment(source, ['ANTHROPIC_*', 'ONE'])).toEqual({
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_BASE_URL: 'u',
      ONE: '1',
    });
  });

  test('never has traces of npm, tmux or a surrounding AI CLI', () => {
    const traces = {
      npm_config_registry: 'r',
      npm_lifecycle_event: 'start',
      NODE_ENV: 'production',
      NODE_OPTIONS: '--inspect',
      TMUX: '/tmp/tmux',
      TMUX_PANE: '%1',
      CLAUDECODE: '1',
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      GEMINI_CLI: '1',
    };
    expect(childEnvironment(traces, ['*', 'NODE_ENV', 'CLAUDE_*'])).toEqual({});
  });

  test('has a PATH without the folders npm and npx add, in its old order', () => {
    const PATH = [
      '/home/a/.npm/_npx/0123/node_modules/.bin',
      '/usr/local/bin',
      '/p/node_modules/.bin',
      '/p/node_modules/.bin/',
      '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin',
      '/home/a/_npx/bin',
      '/usr/bin',
    ].join(':');
    expect(childEnvironment({ PATH }).PATH).toBe('/usr/local/bin:/usr/bin');
  });

  test('leaves out what has no value', () => {
    expect(childEnvironment({ HOME: undefined, USER: '' })).toEqual({ USER: '' });
  });
});

describe('[practice-environment 2.3 secrets] the environment of a check', () => {
  const tools = {
    HOME: '/home/a',
    HOMEBREW_PREFIX: '/opt/homebrew',
    CONDA_PREFIX: '/c',
    MISE_DATA_DIR: '/m',
    HTTPS_PROXY: 'http://u:p@proxy',
    DISPLAY: ':0',
  };

  test('has the tools of the student, and none of their tokens; a session has none of these either', () => {
    const tokens = [
      'HOMEBREW_GITHUB_API_TOKEN',
      'HOMEBREW_DOCKER_REGISTRY_BASIC_AUTH_TOKEN',
      'CONDA_TOKEN',
      'ANACONDA_API_TOKEN',
      'MISE_GITHUB_TOKEN',
      'NVM_AUTH_HEADER',
      'NVM_NODEJS_ORG_MIRROR',
      'FNM_NODE_DIST_MIRROR',
      'PYENV_GITHUB_TOKEN',
      'ASDF_GITHUB_API_TOKEN',
      'XDG_ACTIVATION_TOKEN',
      'npm_config__auth',
      'NPM_TOKEN',
      'LC_API_KEY',
    ];
    const source = { ...tools, ...Object.fromEntries(tokens.map((name) => [name, 'secret'])) };
    expect(checkEnvironment(source)).toEqual(tools);
    expect(childEnvironment(source)).toEqual({ ...tools, LC_API_KEY: 'secret' });
  });

  test('has no socket that answers in the name of the student; a session has', () => {
    const sockets = { SSH_AUTH_SOCK: '/run/agent', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' };
    expect(checkEnvironment({ ...tools, ...sockets })).toEqual(tools);
    expect(childEnvironment(sockets)).toEqual(sockets);
  });

  test('has what only resembles a secret', () => {
    const harmless = { XAUTHORITY: '/x', LC_TIME: 'de_DE', PYENV_ROOT: '/p', LESS: '-R' };
    expect(checkEnvironment(harmless)).toEqual(harmless);
  });
});
