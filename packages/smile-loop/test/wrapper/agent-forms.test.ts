import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WrapperTask } from '../../src/contract/wrapper-task.js';
import { agentEnvironment } from '../../src/wrapper/agent-environment.js';
import { roleForm } from '../../src/wrapper/agent-forms.js';
import { writeAgentHome } from '../../src/wrapper/agent-homes.js';
import { classifyFailure } from '../../src/wrapper/model-errors.js';

const TASK: WrapperTask = {
  ...{ role: 'student', secret: 'the-secret', modelToken: 'the-token', port: 1, provider: 'claude', prompt: '' },
  ...{ folder: '/w', iteration: 1, limitMs: 1, useProxy: true },
};
const origin = 'http://host.docker.internal:1';

describe('the environment of a CLI', () => {
  const base = { PATH: '/bin', LANG: 'C', ANTHROPIC_API_KEY: 'k', OPENAI_BASE_URL: 'u', GOOGLE_API_KEY: 'k' };
  const proxies = {
    http_proxy: 'p',
    HTTPS_PROXY: 'p',
    no_proxy: 'p',
    NO_PROXY: 'p',
    HTTP_PROXY: 'p',
    https_proxy: 'p',
  };

  it('has nothing of another account, and the gateway’s token', () => {
    const place = { base: { ...base, CLAUDE_CODE_OAUTH_TOKEN: 'k', ...proxies }, home: '/h', origin };
    expect(agentEnvironment({ ...TASK, useProxy: false }, place)).toEqual({
      ...{ PATH: '/bin', LANG: 'C', HOME: '/h', IS_SANDBOX: '1', DISABLE_AUTOUPDATER: '1' },
      ...{ ANTHROPIC_BASE_URL: `${origin}/model/anthropic`, ANTHROPIC_AUTH_TOKEN: 'the-token' },
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    });
  });

  it('names the proxy in both cases, and what is reached without it', () => {
    const direct = 'host.docker.internal,localhost,127.0.0.1';
    const env = agentEnvironment({ ...TASK, provider: 'gemini' }, { base, home: '/h', origin });
    expect(env).toEqual({
      ...{ PATH: '/bin', LANG: 'C', HOME: '/h' },
      ...{ http_proxy: origin, HTTP_PROXY: origin, https_proxy: origin, HTTPS_PROXY: origin },
      ...{ no_proxy: direct, NO_PROXY: direct },
      ...{ GOOGLE_GEMINI_BASE_URL: `${origin}/model/google`, GEMINI_API_KEY: 'the-token' },
    });
  });
});

describe('the arguments of a CLI', () => {
  const argsOf = (provider: 'claude' | 'codex' | 'gemini', role: 'student' | 'mentor', model?: string) => {
    const { form, tellsFailure } = roleForm(provider, role, { home: '/h', model });
    const args = form.args({ threadId: 't', sessionId: 's' } as never);
    return { words: args.join(' '), tellsFailure };
  };

  it('take the web from a student, and writing from a mentor', () => {
    expect(argsOf('claude', 'student').words).toMatch(/--strict-mcp-config --disallowedTools WebFetch,WebSearch$/);
    expect(argsOf('claude', 'mentor').words).toMatch(
      /--strict-mcp-config --tools Read,Glob,Grep,WebFetch,WebSearch --disallowedTools Edit,Write,NotebookEdit,Bash,PowerShell,Monitor,Agent,Task,Skill --setting-sources user$/,
    );
    expect(argsOf('codex', 'student').words).toContain('-c web_search="disabled"');
    expect(argsOf('codex', 'mentor').words).toContain('-c features.multi_agent=false');
    expect(argsOf('gemini', 'student').words).toContain('--admin-policy=/h/.gemini/smile-policy.toml');
  });

  it('name the model, and say whether a success is one', () => {
    expect(argsOf('claude', 'student', 'small').words).toContain('--model small');
    expect(argsOf('codex', 'student', 'small').words).toContain('-c model="small"');
    expect(argsOf('gemini', 'mentor', 'small').words).toContain('--model small');
    const tells = (['claude', 'codex', 'gemini'] as const).map((provider) => argsOf(provider, 'student').tellsFailure);
    expect(tells).toEqual([true, true, false]);
  });
});

describe('the home of a CLI', () => {
  async function fileOf(provider: 'codex' | 'gemini', role: 'student' | 'mentor', path: string): Promise<string> {
    const home = await mkdtemp(join(tmpdir(), 'smile-home-'));
    await writeAgentHome(provider, home, { modelUrl: `${origin}/model/openai`, folder: '/w', role });
    const text = await readFile(join(home, path), 'utf8');
    await rm(home, { recursive: true });
    return text;
  }

  it('lets a student have all but the web, and a mentor reading and the web', async () => {
    const rules = async (role: 'student' | 'mentor') =>
      [
        ...(await fileOf('gemini', role, '.gemini/smile-policy.toml')).matchAll(/toolName = (.*)\ndecision = "(\w+)"/g),
      ].map(([, tools = '', decision]) => [decision, JSON.parse(tools)]);
    expect(await rules('student')).toEqual([
      ['allow', '*'],
      ['deny', ['google_web_search', 'web_fetch']],
    ]);
    expect(await rules('mentor')).toEqual([
      ['deny', '*'],
      ['allow', expect.arrayContaining(['read_file', 'google_web_search'])],
    ]);
  });

  it('leaves it to the loop to try a model again', async () => {
    const config = await fileOf('codex', 'student', '.codex/config.toml');
    expect(config).toMatch(/request_max_retries = 0\nstream_max_retries = 0\n/);
    expect(config).toContain(`base_url = "${origin}/model/openai/v1"`);
  });
});

describe('a failed turn', () => {
  it.each([
    ['API Error: 400 … (budget_spent)', 'budget_spent', false],
    ['Your credit balance is too low', 'rate_limited', false],
    ['503 Service Unavailable', 'model_unreachable', true],
    ['it is broken', 'cli_failed', false],
  ])('by “%s” is %s, to be tried again: %s', (message, code, transient) => {
    expect(classifyFailure(message)).toEqual({ kind: 'failed', code, message, transient });
  });

  it('is told in a length that the contract takes, and by the code of the CLI', () => {
    expect(classifyFailure('x'.repeat(9000)).message).toHaveLength(4000);
    expect(classifyFailure('please run /login', 'not_signed_in').code).toBe('not_signed_in');
  });
});
