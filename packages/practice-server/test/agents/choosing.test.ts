import { rm } from 'node:fs/promises';
import { healthSchema } from '@agent-factory/protocol';
import { agentsResponseSchema } from '@agent-factory/protocol/agents';
import { describe, expect, test } from 'vitest';
import { RUNS_ON } from '../fixtures/agent.js';
import { run } from '../fixtures/cli.js';
import { type DaemonOptions, TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { describeAgents, scripted, writeAgentsFile } from '../fixtures/scripted-agent.js';
import { waitUntil } from '../fixtures/wait-until.js';

const TWO_EXERCISES = lessons(exercise(), exercise({ id: 'second-steps' }));
const PREFERRED = { name: 'Preferred', command: 'preferred' };

async function withAgents(home: Home, agents: object, more: DaemonOptions = {}): Promise<TestDaemon> {
  await describeAgents(home, agents);
  return TestDaemon.open({ home, ...more });
}

const list = async (daemon: TestDaemon) =>
  agentsResponseSchema.parse((await daemon.request('/agents', { headers: { Origin: daemon.origin } })).json);
const choose = async (daemon: TestDaemon, body: object) => (await daemon.post('/agents/choose', body)).json;

describe('the list of agents', () => {
  test('[cli-execution-modes E1 tools] has all that are known, with version, sign-in and the next step for the others', async () => {
    await using daemon = await TestDaemon.open({ agent: { ...RUNS_ON, signedIn: false } });
    const { agents, choice, problems } = await list(daemon);
    const [claude, codex] = agents;
    expect(agents.map(({ id }) => id)).toEqual(['claude', 'codex', 'gemini', 'cursor', 'shell']);
    expect(claude).toMatchObject({ installed: true, version: '2.1.330', signedIn: false, terminal: true });
    expect(claude?.next).toMatchObject({ reason: 'claude_not_signed_in', commands: ['claude auth login'] });
    expect(claude?.chat).toMatchObject({ permissions: true, handOver: true });
    expect(codex).toMatchObject({ installed: false, next: { commands: [expect.stringContaining('npm install')] } });
    expect(agents.at(-1)).toMatchObject({ installed: true });
    expect(agents.at(-1)?.chat).toBeUndefined();
    expect([choice, problems]).toEqual(['claude', []]);
  });

  test('is one that a page takes, whatever a program prints for its version and the file names', async () => {
    await using home = await Home.make();
    await home.install({ name: 'wordy', run: `echo 1.2.3-$(head -c 5000 /dev/zero | tr '\\0' a)` });
    const environment = Array.from({ length: 50 }, (_, index) => `NOT_SET_${'X'.repeat(60)}_${index}`);
    const gone = { command: `/${'long/'.repeat(190)}agent`, transport: 'acp' };
    await using daemon = await withAgents(home, { wordy: { command: 'wordy', environment }, gone });
    const wordy = async () => (await list(daemon)).agents.find(({ id }) => id === 'wordy');
    expect((await waitUntil('its version', async () => (await wordy())?.version)).length).toBeLessThan(100);
    expect((await list(daemon)).problems).toHaveLength(2);
    expect(healthSchema.safeParse((await daemon.request('/health')).json).success).toBe(true);
  });

  test('[cli-execution-modes E2 custom] has those of agents.json beside them, and those that it takes away go', async () => {
    await using home = await Home.make();
    await using daemon = await withAgents(home, { scripted: scripted(), later: { command: 'not-there' } });
    const own = async () => (await list(daemon)).agents.filter(({ isCustom }) => isCustom);
    expect(await own()).toMatchObject([
      { id: 'scripted', name: 'Scripted', installed: true, chat: { handOver: false } },
      { id: 'later', name: 'later', installed: false, next: { message: expect.stringContaining('not-there') } },
    ]);
    await rm(home.in('.af-practice', 'agents.json'));
    expect(await own()).toEqual([]);
  });

  test.each([
    ['malformed', '{"agents": ', /agents\.json: .*JSON/],
    ['naming a shell', JSON.stringify({ agents: { mine: { command: 'bash' } } }), /"mine": command: .*not a shell/],
    ['full of fields', JSON.stringify({ agents: { mine: { command: 'x', shell: true } } }), /"mine": .*shell/],
  ])('tells of an agents.json that is %s, and has the known agents all the same', async (_, text, says) => {
    await using home = await Home.make();
    await writeAgentsFile(home, text);
    await using daemon = await TestDaemon.open({ home });
    const { agents, problems } = await list(daemon);
    expect(problems).toEqual([expect.stringMatching(says)]);
    expect(agents).toHaveLength(5);
  });

  test('tells of variables that are not set, by name, and of an absolute path that is gone', async () => {
    await using home = await Home.make();
    const agents = {
      needy: { ...PREFERRED, environment: ['MY_KEY', 'MY_*', 'OTHER_*'] },
      gone: { command: '/opt/gone/agent' },
    };
    await using daemon = await withAgents(home, agents, { environment: { OTHER_KEY: 'x', MY_THING: 'y' } });
    const { problems, agents: all } = await list(daemon);
    expect(problems).toEqual([
      expect.stringMatching(/"needy": MY_KEY is not set\. Set it/),
      expect.stringMatching(/"gone": \/opt\/gone\/agent is not there\. Correct the path/),
    ]);
    expect(all.find(({ id }) => id === 'gone')).toMatchObject({
      installed: false,
      next: { message: expect.stringContaining('/opt/gone/agent') },
    });
  });
});

describe('the choice of an agent', () => {
  test('[cli-execution-modes 1.F3 choose] counts for all that begin afterwards, also after a restart', async () => {
    await using home = await Home.make();
    await home.install({ ...RUNS_ON, name: 'preferred' });
    const open = () => withAgents(home, { preferred: PREFERRED }, { files: TWO_EXERCISES });
    const daemon = await open();
    expect(await choose(daemon, { agent: 'preferred' })).toMatchObject({ choice: 'preferred' });
    await daemon[Symbol.asyncDispose]();
    await using again = await open();
    expect(await again.start()).toMatchObject({ agent: 'preferred' });
  });

  test('has exceptions for single exercises, and can be taken back', async () => {
    await using home = await Home.make();
    await home.install({ ...RUNS_ON, name: 'preferred' });
    await using daemon = await withAgents(home, { preferred: PREFERRED }, { files: TWO_EXERCISES });
    await choose(daemon, { agent: 'preferred', exerciseId: 'second-steps' });
    expect(await list(daemon)).toMatchObject({ choice: 'shell', exerciseChoices: { 'second-steps': 'preferred' } });
    expect(await daemon.start('first-steps')).toMatchObject({ agent: 'shell' });
    expect(await daemon.start('second-steps')).toMatchObject({ agent: 'preferred' });
    expect(await choose(daemon, { agent: null, exerciseId: 'second-steps' })).toMatchObject({ exerciseChoices: {} });
  });

  test('ends nothing: an exercise that has begun keeps its agent', async () => {
    await using home = await Home.make();
    await home.install({ ...RUNS_ON, name: 'preferred' });
    await using daemon = await withAgents(home, { preferred: PREFERRED });
    expect(await daemon.start()).toMatchObject({ agent: 'shell' });
    await choose(daemon, { agent: 'preferred' });
    expect(await daemon.start()).toMatchObject({ agent: 'shell', status: 'resumed' });
  });

  test('of an agent that nobody describes is refused with those there are; of one that was, it is none', async () => {
    await using home = await Home.make();
    await using daemon = await withAgents(home, { preferred: PREFERRED });
    const refused = await daemon.post('/agents/choose', { agent: 'nobody' });
    expect([refused.status, refused.json.error]).toEqual([404, 'agent_unknown']);
    expect(refused.json.message).toContain('claude, codex, gemini, cursor, shell, preferred');
    await choose(daemon, { agent: 'preferred' });
    await rm(home.in('.af-practice', 'agents.json'));
    expect(await list(daemon)).toMatchObject({ choice: 'shell' });
    expect(await daemon.start()).toMatchObject({ agent: 'shell' });
  });
});

describe('health', () => {
  test('lists every agent with what is known of it, without starting any', async () => {
    await using home = await Home.make();
    await home.install({ ...RUNS_ON, name: 'preferred' });
    await using daemon = await withAgents(home, { preferred: PREFERRED });
    const agents = async () => (await daemon.request('/health')).json.capabilities.agents;
    await waitUntil('it has looked', async () => (await agents()).preferred === 'installed');
    expect(await agents()).toMatchObject({
      codex: 'not installed',
      cursor: 'not installed',
      shell: expect.any(String),
    });
  });
});

describe('--agent', () => {
  test('with a name that nobody describes ends the daemon at once, with those there are', async () => {
    await using home = await Home.make();
    const { code, stdout, stderr } = await run(home, ['--agent', 'nobody', '--port', '0', '--no-open']);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain('claude, codex, gemini, cursor, shell');
  });
});
