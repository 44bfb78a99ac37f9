import { describe, expect, test } from 'vitest';
import { AGENT_CLIS, detectAgent, signedIn } from '../src/index.js';
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

  test('has always found the shell', async () => {
    expect(await detectAgent(AGENT_CLIS.shell, { env: {} })).toEqual({ installed: true });
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

  test('is unknown where the CLI is missing or has no way to tell', async () => {
    await using home = await newHome();
    await home.program('gemini', 'echo yes');
    for (const agent of ['claude', 'gemini', 'shell'] as const)
      expect(await signedIn(AGENT_CLIS[agent], home)).toBeUndefined();
  });
});
