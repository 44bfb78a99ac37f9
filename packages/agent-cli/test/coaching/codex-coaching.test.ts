import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codexCoach, codexCoaching } from '../../src/coaching/codex-coaching.js';
import { COACH_INSTRUCTIONS } from '../../src/index.js';
import { loadDriver } from '../../src/structured/chat-form.js';
import { Recording } from '../events/recording.js';
import { type Home, newHome } from '../support.js';

const server = { url: 'http://127.0.0.1:3100/mcp', secret: 's3cret' };
const COACH =
  '"coach"={url="http://127.0.0.1:3100/mcp",bearer_token_env_var="AF_COACH_SECRET",default_tools_approval_mode="approve"}';
const TERMINAL = '"codex_tui"={command="false",enabled=false}';

/** The values of `-c`. */
function settingsOf(args: readonly string[]): string[] {
  expect(args.filter((_, index) => index % 2 === 0).every((arg) => arg === '-c')).toBe(true);
  return args.filter((_, index) => index % 2 === 1);
}

describe('Codex as a coach', () => {
  test('has no shell, may write nothing, and asks nobody', () => {
    const settings = settingsOf(codexCoaching(server, []).args);
    const off = settings.filter((setting) => setting.startsWith('features.'));
    expect(off.every((setting) => setting.endsWith('=false'))).toBe(true);
    expect(off).toEqual(expect.arrayContaining(['features.shell_tool=false', 'features.plugins=false']));
    expect(settings).toEqual(expect.arrayContaining(['sandbox_mode="read-only"', 'approval_policy="never"']));
    expect(settings).toContain(`developer_instructions=${JSON.stringify(COACH_INSTRUCTIONS)}`);
  });

  test('reaches the coach’s server with a secret from its environment, and no server of its own', () => {
    expect(settingsOf(codexCoaching(server, []).args)).toContain(`mcp_servers={${COACH},${TERMINAL}}`);
  });

  test('switches off each of the student’s servers, whatever it is called', () => {
    const others = [
      { name: 'files', isRemote: false },
      { name: 'a "b".c', isRemote: true },
    ];
    const off = '"files"={command="false",enabled=false},"a \\"b\\".c"={url="http://127.0.0.1:9/",enabled=false}';
    expect(settingsOf(codexCoaching(server, others).args)).toContain(`mcp_servers={${COACH},${TERMINAL},${off}}`);
  });

  test('leaves a server of the student’s with the coach’s name out, too', () => {
    const settings = settingsOf(codexCoaching(server, [{ name: 'coach', isRemote: false }]).args);
    const renamed = COACH.replace('"coach"', '"af_coach"');
    expect(settings).toContain(`mcp_servers={${renamed},${TERMINAL},"coach"={command="false",enabled=false}}`);
  });
});

describe('what Codex is asked before', () => {
  let home: Home;
  beforeEach(async () => {
    home = await newHome();
  });
  afterEach(() => home[Symbol.asyncDispose]());

  const prepare = () =>
    codexCoach.prepare({
      server,
      folder: '/ours/session',
      workspace: home.path,
      program: join(home.path, 'bin', 'codex'),
      env: home.env,
    });

  test('is which servers it would have if the student trusted the folder', async () => {
    const listed = [
      { name: 'files', transport: { type: 'stdio', command: 'x' } },
      { name: 'web', transport: { type: 'streamable_http', url: 'http://x' } },
    ];
    await home.program('codex', `echo "$PWD $@" > "$HOME/asked"; echo '${JSON.stringify(listed)}'`);
    const { args, environment } = await prepare();
    expect(args.join(' ')).toContain('"files"={command="false",enabled=false},"web"={url=');
    expect(environment).toEqual({ AF_COACH_SECRET: 's3cret' });
    const { readFile } = await import('node:fs/promises');
    const asked = await readFile(join(home.path, 'asked'), 'utf8');
    expect(asked).toContain(`${home.path} -c projects={"${home.path}"={trust_level="trusted"},`);
    expect(asked).toContain('"/"={trust_level="trusted"}} mcp list --json');
  });

  test.each([
    ['fails', 'echo "config.toml: what is this" >&2; exit 1'],
    ['says something else', 'echo Hello'],
    ['names no names', `echo '[{"transport":{}}]'`],
  ])('makes it no coach if it %s', async (_, script) => {
    await home.program('codex', script);
    await expect(prepare()).rejects.toMatchObject({ code: 'agent_failed', facts: { reason: 'refused' } });
  });
});

test('Codex in a chat that may change nothing has one mode, and no other can be chosen', async () => {
  const sent: unknown[] = [];
  const create = await loadDriver('app-server');
  const driver = create({
    writer: new Recording().writer,
    cwd: '/work',
    resume: undefined,
    costBefore: 0,
    readOnly: true,
    answerMs: 60_000,
    send: (message) => {
      sent.push(message);
      if (message.id !== undefined)
        queueMicrotask(() => driver.receive({ id: message.id, result: { thread: { id: 't' } } }));
    },
    onSessionId: () => undefined,
  });
  await driver.open();
  expect(driver.state.modes?.map(({ id }) => id)).toEqual(['read']);
  await expect(driver.choose({ mode: 'edit' })).rejects.toMatchObject({ code: 'agent_failed' });
  driver.prompt('hello');
  const allowed = { approvalPolicy: 'never', sandbox: 'read-only' };
  expect(sent).toContainEqual(
    expect.objectContaining({ method: 'thread/start', params: { cwd: '/work', ...allowed } }),
  );
  expect(sent.at(-1)).toMatchObject({
    method: 'turn/start',
    params: { approvalPolicy: 'never', sandboxPolicy: { type: 'readOnly' } },
  });
});
