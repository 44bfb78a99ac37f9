import { access, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { AGENT_CLIS, detectAgent, isOlder, signedIn } from '../src/index.js';
import { newHome } from './support.js';

describe('detecting an agent', () => {
  test('[practice-environment 1.5 agent-missing] says when it is not on the PATH', async () => {
    await using home = await newHome();
    expect(await detectAgent(AGENT_CLIS.cursor, home)).toEqual({ installed: false });
  });

  test.each([
    ['2.1.330 (Claude Code)', '2.1.330'],
    ['codex-cli 0.169.0-alpha.2', '0.169.0-alpha.2'],
    ['no number', undefined],
  ])('finds it and its version in %j', async (line, version) => {
    await using home = await newHome();
    await home.program('claude', `[ "$1" = --version ] && echo '${line}'`);
    expect(await detectAgent(AGENT_CLIS.claude, home)).toEqual({
      installed: true,
      path: `${home.path}/bin/claude`,
      ...(version && { version }),
    });
  });

  test('does not take an error for a version', async () => {
    await using home = await newHome();
    await home.program('claude', 'echo 1.2.3; exit 1');
    expect(await detectAgent(AGENT_CLIS.claude, home)).toEqual({ installed: true, path: `${home.path}/bin/claude` });
  });

  test('refuses a link to a shell where the student has described it: what we know is started as it was installed', async () => {
    await using home = await newHome();
    await home.write('bin/.keep', '');
    await symlink('/bin/sh', `${home.path}/bin/claude`);
    const path = `${home.path}/bin/claude`;
    expect(await detectAgent(AGENT_CLIS.claude, home)).toMatchObject({ installed: true, path });
    const own = { ...AGENT_CLIS.claude, isCustom: true } as const;
    expect(await detectAgent(own, home)).toEqual({ installed: false, blocked: 'shell', path });
  });

  test('has always found the shell', async () => {
    expect(await detectAgent(AGENT_CLIS.shell, { env: {} })).toEqual({ installed: true });
  });
});

describe('a version', () => {
  test.each([
    ['0.9.1', '2.1.0', true],
    ['2.0.99', '2.1.0', true],
    ['2.9', '2.10.0', true],
    ['2.1', '2.1.0', false],
    ['2.1', '2.1.1', true],
    ['2.1.1', '2.1', false],
    ['2.1.0', '2.1.0', false],
    ['2.10.0', '2.9.9', false],
    ['2.1.0-alpha.2', '2.1.0', false],
    ['2025.09.18-abc', '2.0.0', false],
    ['nobody knows', '2.0.0', false],
    [undefined, '2.0.0', false],
  ])('%s is older than %s: %s', (version, than, answer) => {
    expect(isOlder(version, than)).toBe(answer);
  });
});

describe('[practice-environment 1.5 not-signed-in] whether the student is signed in', () => {
  const answers: ['claude' | 'codex' | 'cursor', script: string, answer: boolean | undefined][] = [
    ['claude', `echo '{"loggedIn":true}'`, true],
    ['claude', `echo '{"loggedIn":false}'; exit 1`, false],
    ['claude', 'exit 1', false],
    ['claude', 'echo "unknown command"; exit 2', undefined],
    ['codex', 'echo "Logged in using ChatGPT" >&2', true],
    ['codex', 'echo "Not logged in" >&2; exit 1', false],
    ['codex', 'kill -9 $$', undefined],
    ['cursor', 'echo "Logged in as a@example.com"', true],
    ['cursor', 'echo "Not logged in"', false],
    ['cursor', 'echo "Something else"', undefined],
  ];
  test.each(answers)('is what %s says with: %s', async (agent, script, answer) => {
    await using home = await newHome();
    await home.program(AGENT_CLIS[agent].command ?? '', script);
    expect(await signedIn(AGENT_CLIS[agent], home)).toBe(answer);
  });

  test('is not asked of a version that would take the question for a message to the model', async () => {
    await using home = await newHome();
    const answers = (version: string) =>
      `[ "$1" = --version ] && echo ${version} && exit; echo "$@" >> "$HOME/asked"; exit 1`;
    await home.program('claude', answers('2.0.0'));
    expect(await signedIn(AGENT_CLIS.claude, home)).toBeUndefined();
    await expect(access(`${home.path}/asked`)).rejects.toThrow('ENOENT');
    await home.program('claude', answers('2.1.41'));
    expect(await signedIn(AGENT_CLIS.claude, home)).toBe(false);
  });

  const traces: [what: string, variables: Record<string, string>, credentials: string | undefined, answer: unknown][] =
    [
      ['a key', { GEMINI_API_KEY: 'x' }, undefined, true],
      ['an account', {}, '{"refresh_token":"x"}', true],
      ['an account that has run out', {}, '{"access_token":"x"}', undefined],
      ['a file of something else', {}, '[', undefined],
      ['nothing', { GEMINI_API_KEY: '' }, undefined, undefined],
    ];
  test.each(traces)('is told of Gemini CLI by %s', async (_, variables, credentials, answer) => {
    await using home = await newHome();
    await home.program('gemini', 'exit 1');
    if (credentials !== undefined) await home.write('.gemini/oauth_creds.json', credentials);
    expect(await signedIn(AGENT_CLIS.gemini, { env: { ...home.env, ...variables } })).toBe(answer);
  });

  test('is told of Gemini CLI by the home that it was given, where that is another', async () => {
    await using home = await newHome();
    await home.program('gemini', 'exit 1');
    await home.write('other/.gemini/oauth_creds.json', '{"refresh_token":"x"}');
    const answer = (more: Record<string, string>) => signedIn(AGENT_CLIS.gemini, { env: { ...home.env, ...more } });
    expect(await answer({ GEMINI_CLI_HOME: `${home.path}/other` })).toBe(true);
    expect(await answer({ GEMINI_CLI_HOME: '' })).toBeUndefined();
  });

  test('is unknown where the CLI is missing or has no way to tell', async () => {
    await using home = await newHome();
    await home.program('gemini', 'echo yes');
    for (const agent of ['claude', 'gemini', 'shell'] as const)
      expect(await signedIn(AGENT_CLIS[agent], home)).toBeUndefined();
  });
});
