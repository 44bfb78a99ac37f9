import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AgentSummary, agentsResponseSchema } from '@agent-factory/protocol/agents';
import { describe, expect, test } from 'vitest';
import { RUNS_ON } from '../fixtures/agent.js';
import { Chat, EXERCISE } from '../fixtures/chat.js';
import { run } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { agentPids, describeAgents, scripted } from '../fixtures/scripted-agent.js';
import { waitUntil } from '../fixtures/wait-until.js';

async function listed(daemon: TestDaemon): Promise<{ problems: string[]; of(id: string): AgentSummary | undefined }> {
  const { json } = await daemon.request('/agents', { headers: { Origin: daemon.origin } });
  const { agents, problems } = agentsResponseSchema.parse(json);
  return { problems, of: (id) => agents.find((agent) => agent.id === id) };
}

/** What a terminal and a chat answer that are to begin with this agent. */
async function refusals(daemon: TestDaemon, agent: string) {
  const terminal = await daemon.post('/exercises/start', { exerciseId: 'first-steps', agent });
  using chat = await Chat.open(daemon.url, { subject: EXERCISE, agent });
  return { terminal, chat: await chat.post('/messages', { text: 'say hello' }) };
}

describe('a version that is too old', () => {
  const OLD = { ...RUNS_ON, version: '1.0.17 (Claude Code)' };

  test('is listed with the one that is needed and how to get it, and its words are not tried on it', async () => {
    // As a version without the command would, it takes the question for its sign-in for a message.
    await using daemon = await TestDaemon.open({ agent: { ...OLD, signedIn: false } });
    const claude = (await listed(daemon)).of('claude');
    expect(claude).toMatchObject({ installed: true, version: '1.0.17' });
    expect(claude?.signedIn).toBeUndefined();
    const { terminal, chat } = claude?.tooOld ?? {};
    for (const old of [terminal, chat])
      expect(old).toMatchObject({
        needs: '2.0.0',
        next: { reason: 'claude_too_old', commands: ['npm install -g @anthropic-ai/claude-code'] },
      });
    await waitUntil('health knows', async () => (await daemon.request('/health')).json.healthy === false);
    const { json: health } = await daemon.request('/health');
    expect(health).toMatchObject({
      reason: 'claude_too_old',
      dependencies: { claude: { installed: true, version: '1.0.17', supported: false } },
    });
    expect(health.capabilities.agents.claude).toContain('too old');
  });

  test('starts neither a terminal nor a chat, which say what to do; nothing of it runs', async () => {
    await using daemon = await TestDaemon.open({ agent: OLD });
    const { terminal, chat } = await refusals(daemon, 'claude');
    for (const { status, json } of [terminal, chat])
      expect({ status, ...json }).toMatchObject({
        status: 503,
        error: 'dependency_missing',
        missing: 'claude',
        reason: 'claude_too_old',
        commands: ['npm install -g @anthropic-ai/claude-code'],
      });
    expect(terminal.json.message).toMatch(/1\.0\.17 is too old for the terminal, which needs 2\.0\.0 or newer/);
    expect(chat.json.message).toMatch(/1\.0\.17 is too old for the chat/);
    expect(await daemon.home.sessions()).toEqual([]);
  });

  test('starts as soon as it has been updated, also where its file stays the same', async () => {
    await using home = await Home.make();
    // The version stands in another file, as it does behind the shims of version managers.
    await home.install({ run: RUNS_ON.run, version: '\'"$(cat "$HOME/version")"\'' });
    await writeFile(home.in('version'), '1.0.17');
    await using daemon = await TestDaemon.open({ home, flags: { agent: 'claude' } });
    expect((await refusals(daemon, 'claude')).terminal.json.reason).toBe('claude_too_old');
    await writeFile(home.in('version'), '2.1.330');
    expect(await daemon.start('first-steps', { agent: 'claude' })).toMatchObject({ agent: 'claude' });
  });

  test('for one form alone keeps the other: Codex 0.50 runs in the terminal, not as a chat', async () => {
    await using home = await Home.make();
    await home.install({ ...RUNS_ON, name: 'codex', version: 'codex-cli 0.50.0' });
    await using daemon = await TestDaemon.open({ home });
    const { tooOld } = (await listed(daemon)).of('codex') ?? {};
    expect([tooOld?.terminal, tooOld?.chat?.needs]).toEqual([undefined, '0.72.0']);
    const { terminal, chat } = await refusals(daemon, 'codex');
    expect(terminal.status).toBe(200);
    expect([chat.status, chat.json.reason]).toEqual([503, 'codex_too_old']);
  });

  test('is never one that cannot be read', async () => {
    await using daemon = await TestDaemon.open({ agent: { ...RUNS_ON, version: 'nobody knows' } });
    const claude = (await listed(daemon)).of('claude');
    expect([claude?.installed, claude?.version, claude?.tooOld]).toEqual([true, undefined, undefined]);
    await (await daemon.open()).shows('agent is here');
  });
});

describe('a program without the right to run', () => {
  test('on the PATH is told from one that is not there, and how to make it run', async () => {
    await using home = await Home.make();
    await home.install({ ...RUNS_ON, name: 'codex' });
    const path = `${home.bin}/codex`;
    await chmod(path, 0o644);
    await using daemon = await TestDaemon.open({ home });
    const { of } = await listed(daemon);
    expect(of('codex')).toMatchObject({
      installed: false,
      blocked: 'not_executable',
      next: { reason: 'codex_not_executable', message: expect.stringContaining(path), commands: [`chmod +x ${path}`] },
    });
    expect(of('gemini')).toMatchObject({ installed: false, next: { reason: 'gemini_not_found' } });
    const { terminal, chat } = await refusals(daemon, 'codex');
    for (const { status, json } of [terminal, chat])
      expect({ status, ...json }).toMatchObject({ status: 503, commands: [`chmod +x ${path}`] });
    await chmod(path, 0o755);
    expect((await listed(daemon)).of('codex')).toMatchObject({ installed: true });
  });

  test('by the absolute path of agents.json likewise, with a path that a shell would take apart in quotes', async () => {
    await using home = await Home.make();
    await mkdir(home.in('my agents'));
    const path = home.in('my agents', 'it');
    await writeFile(path, '#!/bin/sh\n', { mode: 0o644 });
    await describeAgents(home, { mine: { command: path } });
    await using daemon = await TestDaemon.open({ home });
    const { of, problems } = await listed(daemon);
    expect(of('mine')?.next?.commands).toEqual([`chmod +x '${path}'`]);
    expect(problems).toEqual([`agents.json, agent "mine": ${path} may not be run. Allow it with chmod +x '${path}'`]);
  });
});

describe('a program whose interpreter is missing', () => {
  test('is told from one that is not there, starts in neither form, and does as soon as the interpreter is there', async () => {
    await using home = await Home.make();
    await home.install({ name: 'codex', version: 'codex-cli 0.169.0', run: 'cat' });
    const [path, interpreter] = [home.in('bin', 'codex'), home.in('bin', 'interpreter')];
    await writeFile(path, (await readFile(path, 'utf8')).replace('#!/bin/sh', `#!${interpreter}`));
    await using daemon = await TestDaemon.open({ home });
    const { terminal, chat } = await refusals(daemon, 'codex');
    for (const { status, json } of [terminal, chat])
      expect([status, json.error, json.reason]).toEqual([503, 'dependency_missing', 'codex_cannot_start']);
    expect(terminal.json.message).toContain(path);
    expect((await listed(daemon)).of('codex')).toMatchObject({
      installed: false,
      blocked: 'cannot_start',
      next: { reason: 'codex_cannot_start', commands: ['npm install -g @openai/codex'] },
    });
    expect((await run(home, ['agents'])).stdout).toMatch(/codex .* cannot be started/);
    await symlink('/bin/sh', interpreter);
    expect(await daemon.start('first-steps', { agent: 'codex' })).toMatchObject({ agent: 'codex' });
  });
});

describe('a link to a shell', () => {
  test('is refused in the words for a shell, when it is listed and when it is started, also if it was another before', async () => {
    await using home = await Home.make();
    const path = home.in('bin', 'helper');
    await home.install({ ...RUNS_ON, name: 'helper' });
    await describeAgents(home, { mine: { command: 'helper', transport: 'acp' }, good: scripted() });
    await using daemon = await TestDaemon.open({ home });
    expect((await listed(daemon)).of('mine')).toMatchObject({ installed: true });
    await rm(path);
    await symlink('/bin/sh', path);
    const { of, problems } = await listed(daemon);
    expect(of('mine')).toMatchObject({ installed: false, blocked: 'shell', next: { reason: 'mine_shell' } });
    expect(of('good')).toMatchObject({ installed: true });
    expect(problems).toEqual([expect.stringMatching(/"mine": command: the agent itself, not a shell that starts it/)]);
    const { terminal, chat } = await refusals(daemon, 'mine');
    for (const { status, json } of [terminal, chat]) {
      expect([status, json.error, json.reason]).toEqual([503, 'dependency_missing', 'mine_shell']);
      expect(json.message).toContain('the agent itself, not a shell that starts it');
    }
    expect([await daemon.home.sessions(), await agentPids(home)]).toEqual([[], []]);
  });
});

describe('practice-server agents', () => {
  test('tells of an agents.json what the list in the panel tells, and ends with 1', async () => {
    await using home = await Home.make();
    const agents = { needy: { ...scripted(), environment: ['MY_KEY'] }, gone: { command: '/opt/gone/agent' } };
    await describeAgents(home, agents);
    const { code, stdout } = await run(home, ['agents']);
    await using daemon = await TestDaemon.open({ home });
    const { problems } = await listed(daemon);
    expect(problems).toEqual([
      'agents.json, agent "needy": MY_KEY is not set. Set it where you start the practice server, and start it again.',
      'agents.json, agent "gone": /opt/gone/agent is not there. Correct the path, or install the agent there.',
    ]);
    for (const problem of problems) expect(stdout).toContain(problem);
    expect(code).toBe(1);
    expect((await run(home, ['agents'], { MY_KEY: 'x' })).stdout).not.toContain('MY_KEY');
  });

  test('ends with 0 where nothing is wrong with it, whatever is not installed, and names what is too old', async () => {
    await using home = await Home.make();
    await home.install({ ...RUNS_ON, version: '1.0.17' });
    await home.install({ ...RUNS_ON, name: 'gemini', version: '0.61.0' });
    await describeAgents(home, { mine: scripted() });
    const { code, stdout } = await run(home, ['agents']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/claude .* 1\.0\.17, too old: needs 2\.0\.0/);
    expect(stdout).toMatch(/gemini .* 0\.61\.0, sign-in not known/);
    expect(stdout).toMatch(/codex .* not installed/);
  });
});

describe('whether a student is signed in to Gemini CLI', () => {
  const GEMINI = { ...RUNS_ON, name: 'gemini', version: '0.61.0' };

  test('is not known without a key or an account, and is told with how to sign in', async () => {
    await using home = await Home.make();
    await home.install(GEMINI);
    await using daemon = await TestDaemon.open({ home });
    const gemini = (await listed(daemon)).of('gemini');
    expect([gemini?.signedIn, gemini?.next]).toEqual([undefined, undefined]);
    expect(gemini?.signInHelp).toMatchObject({ commands: ['gemini'], message: expect.stringContaining('not known') });
    expect((await listed(daemon)).of('shell')?.signInHelp).toBeUndefined();
  });

  test('is told by the key in its environment', async () => {
    await using home = await Home.make();
    await home.install(GEMINI);
    await using daemon = await TestDaemon.open({ home, environment: { GEMINI_API_KEY: 'x' } });
    expect((await listed(daemon)).of('gemini')).toMatchObject({ signedIn: true });
  });
});
