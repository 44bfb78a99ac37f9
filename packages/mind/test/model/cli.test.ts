import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fails, says, streams } from '../fixtures/messages-api.js';
import { claudeCode } from './claude-code.js';
import { failureOf, KEY, ModelDesk, question } from './model-desk.js';

let desk: ModelDesk;
let bin: string;
let home: string;
beforeEach(async () => {
  desk = await ModelDesk.make(streams({ word: 'loop' }));
  bin = join(desk.folder, 'bin');
  home = join(desk.folder, 'home');
  await mkdir(bin);
  await mkdir(join(home, '.claude'), { recursive: true });
  Object.assign(desk.environment, { PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home });
});
afterEach(() => desk[Symbol.asyncDispose]());

/** A CLI of the test's, which says that it is signed in and then does what the script does; `$@` is what it was given. */
async function fakeCli(script: string): Promise<void> {
  const file = join(bin, 'claude');
  const known = `case "$1" in --version) echo 2.1.330;; auth) echo '{"loggedIn":true}';; *) ${script};; esac`;
  await writeFile(file, `#!/bin/sh\n${known}\n`);
  await chmod(file, 0o755);
}

describe('the real Claude Code', () => {
  /** Nothing of the daemon's environment may say where it asks: what starts it here does. */
  beforeEach(async () => {
    const start = `#!/bin/sh\nANTHROPIC_BASE_URL='${desk.api.url}' exec '${claudeCode()}' "$@"\n`;
    await writeFile(join(bin, 'claude'), start, { mode: 0o755 });
    desk.environment.ANTHROPIC_BASE_URL = 'http://127.0.0.1:9';
  });

  test('answers in the form that is wanted, alone with the question, for what a month costs', async () => {
    const trap = join(desk.folder, 'hook-ran');
    const hook = { hooks: [{ type: 'command', command: `touch ${trap}` }] };
    await writeFile(join(home, '.claude', 'CLAUDE.md'), 'SECRET-MEMORY');
    await writeFile(
      join(home, '.claude', 'settings.json'),
      JSON.stringify({ hooks: { UserPromptSubmit: [hook], SessionStart: [hook], Stop: [hook] } }),
    );
    await desk.choose({ route: 'cli' });
    desk.environment.CLAUDE_CODE_OAUTH_TOKEN = 'token-of-the-cli';
    const sessionId = await desk.session();
    const userMessage = 'Which word? Not on a command line.';
    const { value, costUsd, model } = await desk.models().ask(question({ sessionId, userMessage }));
    expect(value).toEqual({ word: 'loop' });
    expect([costUsd, model]).toEqual([0, 'claude-haiku-4-5-20251001']);
    const [row] = desk.rows();
    expect(row).toMatchObject({ session_id: sessionId, cost_estimate: 0, cost_beyond: 0 });
    expect(Number(row?.input_tokens)).toBeGreaterThanOrEqual(1000);
    expect(Number(row?.latency_ms)).toBeGreaterThan(0);

    const { body, headers } = desk.api.asked[0] ?? {};
    expect(headers?.authorization).toBe('Bearer token-of-the-cli');
    expect(body?.model).toBe('claude-haiku-4-5-20251001');
    expect(body?.tools?.map(({ name }) => name)).toEqual(['StructuredOutput']);
    const sent = JSON.stringify(body);
    expect(sent).toContain(userMessage);
    expect(sent).toContain('Say a word.');
    expect(sent).not.toContain('SECRET-MEMORY');
    expect(JSON.stringify(desk.api.asked)).not.toContain(KEY);
    expect(await readdir(desk.folder)).not.toContain('hook-ran');
    // Nothing of the conversation is kept.
    expect(await readdir(join(home, '.claude'))).not.toContain('projects');
  });

  test('that is not signed in is not asked, and how to sign in is said', async () => {
    desk.environment.ANTHROPIC_API_KEY = '';
    const error = await failureOf(desk.models().ask(question()));
    expect(error).toMatchObject({ code: 'model_unavailable', facts: { reason: 'no_key' } });
    expect(error.message).toMatch(/claude auth login.*ANTHROPIC_API_KEY/s);
    expect(desk.rows()).toEqual([]);
  });

  test.each([
    { ANTHROPIC_AUTH_TOKEN: 'of-a-gateway' },
    { CLAUDE_CODE_USE_BEDROCK: '1', AWS_BEARER_TOKEN_BEDROCK: 'x', AWS_REGION: 'us-east-1' },
    { CLAUDE_CODE_USE_VERTEX: '1', ANTHROPIC_VERTEX_PROJECT_ID: 'x', CLOUD_ML_REGION: 'us-east5' },
    { CLAUDE_CODE_USE_FOUNDRY: '1', ANTHROPIC_FOUNDRY_API_KEY: 'x', ANTHROPIC_FOUNDRY_RESOURCE: 'x' },
  ])('that would be paid by use counts as not signed in: %o', async (environment) => {
    await desk.choose({ route: 'cli' });
    Object.assign(desk.environment, environment);
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ code: 'model_unavailable' });
    expect([desk.rows(), desk.api.asked]).toEqual([[], []]);
  });

  test('whose vendor does not accept it is a failed call', async () => {
    await desk.choose({ route: 'cli' });
    desk.environment.CLAUDE_CODE_OAUTH_TOKEN = 'old';
    desk.api.say(fails(401));
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ facts: { reason: 'auth' } });
    expect(desk.rows()).toMatchObject([{ latency_ms: -1, cost_beyond: 0 }]);
  });
});

describe('which way a call goes', () => {
  const RESULT =
    '{"type":"result","is_error":false,"structured_output":{"word":"cli"},"usage":{"input_tokens":3,"output_tokens":4}}';
  beforeEach(() => fakeCli(`cat > "$HOME/said"; env > "$HOME/env"; echo "$@" > "$HOME/args"; echo '${RESULT}'`));

  test('is the API’s where there is a key', async () => {
    desk.api.say(says({ word: 'api' }));
    expect((await desk.models().ask(question())).value).toEqual({ word: 'api' });
    expect(await desk.models().reached(null)).toBe('api');
  });

  test('is the CLI’s without one, which gets the question through a pipe and no key', async () => {
    desk.environment.ANTHROPIC_API_KEY = '';
    desk.environment.GITHUB_TOKEN = 'not-for-it';
    expect((await desk.models().ask(question({ systemPrompt: 'In a file.' }))).value).toEqual({ word: 'cli' });
    expect(await readFile(join(home, 'said'), 'utf8')).toBe('Which word?');
    expect(await readFile(join(home, 'args'), 'utf8')).not.toMatch(/Which word|In a file/);
    expect(await readFile(join(home, 'env'), 'utf8')).not.toMatch(/not-for-it|ANTHROPIC_API_KEY/);
    expect(desk.rows()).toMatchObject([{ input_tokens: 3, output_tokens: 4, cost_estimate: 0 }]);
  });

  test('is the subscription’s own: nothing that chooses who is asked, or who pays, is passed on', async () => {
    await desk.choose({ route: 'cli' });
    const deciding = [
      ...['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_CUSTOM_HEADERS'],
      ...['ANTHROPIC_UNIX_SOCKET', 'ANTHROPIC_PROFILE', 'ANTHROPIC_MODEL', 'ANTHROPIC_VERTEX_PROJECT_ID'],
      ...['ANTHROPIC_BEDROCK_BASE_URL', 'ANTHROPIC_FOUNDRY_API_KEY', 'ANTHROPIC_AWS_API_KEY'],
      ...['BEDROCK', 'VERTEX', 'FOUNDRY', 'MANTLE', 'GATEWAY', 'ANTHROPIC_AWS'].map((way) => `CLAUDE_CODE_USE_${way}`),
      ...['CLAUDE_CODE_API_BASE_URL', 'CLAUDE_CODE_SKIP_BEDROCK_AUTH', 'CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR'],
      ...['AWS_PROFILE', 'AWS_BEARER_TOKEN_BEDROCK', 'GOOGLE_APPLICATION_CREDENTIALS', 'CLOUD_ML_REGION'],
    ];
    for (const name of deciding) desk.environment[name] = 'elsewhere';
    const own = { CLAUDE_CODE_OAUTH_TOKEN: 'of-the-month', CLAUDE_CONFIG_DIR: join(home, '.claude') };
    Object.assign(desk.environment, own);
    await desk.models().ask(question());
    const seen = await readFile(join(home, 'env'), 'utf8');
    for (const name of deciding) expect(seen).not.toContain(`${name}=`);
    for (const [name, value] of Object.entries(own)) expect(seen).toContain(`${name}=${value}\n`);
  });

  test('is free, whatever something else has cost, unless there is to be none at all', async () => {
    await desk.choose({ budget: { dayUsd: 0.001, sessionUsd: 0.001 } });
    desk.api.say(says({ word: 'api' }, { usage: { input_tokens: 1000, output_tokens: 200 } }));
    const sessionId = await desk.session();
    desk.files.run(
      "insert into coach_api_call_log select 'x', id, 'kata', 'coach_agent', 'm', 'h', 1, 1, 1, 5, 0, ? from coach_sessions",
      new Date().toISOString(),
    );
    const models = desk.models();
    expect(await models.whyNot('explain', null, sessionId)).toMatch(/today/);
    await desk.choose({ route: 'cli', budget: { dayUsd: 0.001, sessionUsd: 0.001 } });
    expect(await models.whyNot('explain', null, sessionId)).toBeUndefined();
    expect((await models.ask(question({ sessionId }))).costUsd).toBe(0);
    await desk.choose({ route: 'cli', budget: { dayUsd: 5, sessionUsd: 0 } });
    expect(await models.whyNot('explain', null, sessionId)).toMatch(/this session/);
    expect(await failureOf(models.ask(question({ sessionId })))).toMatchObject({ code: 'budget_reached' });
  });

  test('is none for the observer, unless the student wants the CLI for everything', async () => {
    desk.environment.ANTHROPIC_API_KEY = '';
    const models = desk.models();
    const observed = question({ part: 'observer', callType: 'observer_triage' });
    expect(await failureOf(models.ask(observed))).toMatchObject({ facts: { reason: 'no_key' } });
    expect(await models.whyNot('observer', null)).toMatch(/subscription/);
    await desk.choose({ route: 'cli' });
    expect((await models.ask(observed)).value).toEqual({ word: 'cli' });
  });

  test('is not the CLI’s if only the API is wanted', async () => {
    desk.environment.ANTHROPIC_API_KEY = '';
    await desk.choose({ route: 'api' });
    expect(await failureOf(desk.models().ask(question()))).toMatchObject({ facts: { reason: 'no_key' } });
  });

  test('has its search in the web by the CLI’s own name, and no other tool', async () => {
    await desk.choose({ route: 'cli' });
    const tools = [
      { type: 'web_search_20250305', name: 'web_search' },
      { type: 'bash', name: 'Bash' },
    ];
    await desk.models().ask(question({ tools }));
    expect(await readFile(join(home, 'args'), 'utf8')).toContain('--tools WebSearch --allowedTools WebSearch');
  });
});

describe('a CLI that does something else', () => {
  beforeEach(() => desk.choose({ route: 'cli' }));

  test.each([
    ['prints no JSON', 'echo hello', 'model_unavailable', 'vendor'],
    ['is too old', "echo 'error: unknown option --json-schema' >&2; exit 1", 'model_unavailable', 'vendor'],
    ['is not signed in any more', "echo 'Not logged in · Please run /login'; exit 1", 'model_unavailable', 'auth'],
    [
      'has no answer of the form',
      `echo '{"type":"result","is_error":true,"subtype":"error_max_structured_output_retries"}'`,
      'model_answer_unusable',
      undefined,
    ],
    [
      'is refused',
      `echo '{"type":"result","is_error":true,"stop_reason":"refusal","result":"No."}'`,
      'model_refused',
      undefined,
    ],
    ['is cut', `echo '{"type":"result","is_error":true,"stop_reason":"max_tokens"}'`, 'model_answer_cut', undefined],
    [
      'reaches a limit',
      `echo '{"type":"result","is_error":true,"api_error_status":429}'`,
      'model_unavailable',
      'rate_limited',
    ],
    ['prints without end', 'yes', 'model_answer_unusable', undefined],
  ])('%s', async (_what, script, code, reason) => {
    await fakeCli(script);
    const error = await failureOf(desk.models().ask(question()));
    expect([error.code, error.facts.reason]).toEqual([code, reason]);
    expect(desk.rows()).toMatchObject([{ latency_ms: -1, cost_beyond: 0 }]);
  });

  test('does not end is ended', async () => {
    await fakeCli('sleep 600');
    const error = await failureOf(desk.models({ times: { cliMs: 200 } }).ask(question()));
    expect(error).toMatchObject({ facts: { reason: 'network' } });
  });

  test('is ended with the daemon', async () => {
    await fakeCli('touch "$HOME/begun"; sleep 600');
    const asking = failureOf(desk.models().ask(question()));
    await expect.poll(() => readdir(home)).toContain('begun');
    desk.closing.abort();
    expect(await asking).toMatchObject({ code: 'shutting_down' });
  });
});
