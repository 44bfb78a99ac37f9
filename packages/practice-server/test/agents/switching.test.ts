import { writeFile } from 'node:fs/promises';
import { type StartResponse, startResponseSchema } from '@agent-factory/protocol';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONVERSES } from '../fixtures/agent.js';
import { Chat, EXERCISE } from '../fixtures/chat.js';
import { type DaemonOptions, TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { isAlive } from '../fixtures/machine/processes.js';
import { describeAgents, livingAgents, scripted } from '../fixtures/scripted-agent.js';
import { waitUntil } from '../fixtures/wait-until.js';
import type { TestTerminal } from '../fixtures/wire/terminal.js';

const EXERCISE_ID = 'first-steps';
const CODEX = {
  name: 'codex',
  run: `[ "$1" = login ] && exit 0
echo started >> codex.txt
echo codex is here
while read line; do echo "codex heard $line"; done`,
};

let home: Home;
let daemon: TestDaemon;

async function open(options: DaemonOptions = {}): Promise<void> {
  daemon = await TestDaemon.open({ home, agent: CONVERSES, ...options });
}

beforeEach(async () => {
  home = await Home.make();
  await home.install(CODEX);
});
afterEach(async () => {
  await daemon[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const ask = (agent: string, more: object = {}) =>
  daemon.post('/agents/switch', { exerciseId: EXERCISE_ID, agent, ...more });

async function switchTo(agent: string): Promise<StartResponse> {
  const answer = await ask(agent, { confirmed: true });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return startResponseSchema.parse(answer.json);
}

async function goesOn(page: TestTerminal, heard = 'heard'): Promise<void> {
  page.clear();
  page.type('you\r');
  await page.shows(`${heard} you`);
  expect(page.closed).toBeUndefined();
}

const runningAgents = async () =>
  (await daemon.request('/exercises/sessions')).json.sessions.map(({ agent }: { agent: string }) => agent);
const inWorkspace = (name: string) => home.workspace(EXERCISE_ID, name);
const read = (name: string) => home.read('af-practice', EXERCISE_ID, name);

describe('the agent of a running exercise', () => {
  test('is not switched before the student has agreed; what runs is said, and goes on', async () => {
    await open();
    const page = await daemon.open();
    await page.shows('agent is here');
    const refused = await ask('codex');
    expect([refused.status, refused.json.error]).toEqual([409, 'agent_busy']);
    expect(refused.json.running).toBe('Claude Code in the terminal of first-steps');
    expect(refused.json.message).toMatch(/Claude Code is running .* Switching to Codex ends it/);
    await goesOn(page);
    expect(await runningAgents()).toEqual(['claude']);
  });

  test('ends with everything started in it; the other one is in the same workspace, and every page is told', async () => {
    await open();
    const pages = [await daemon.open(), await daemon.open()];
    await pages[0]?.shows('agent is here');
    await writeFile(inWorkspace('answer.txt'), 'mine');
    const [pid] = await startsBeside();
    const started = await switchTo('codex');
    expect(started).toMatchObject({ agent: 'codex', status: 'resumed' });
    expect(started.update).toBeUndefined();
    for (const page of pages) {
      expect(await page.ended()).toEqual({ code: 4000, reason: 'switched' });
      expect(page.frames.at(-1)).toEqual({ type: 'session_ended', reason: 'switched' });
    }
    expect(await isAlive(pid)).toBe(false);
    const page = daemon.connect(started.wsUrl);
    await page.shows('codex is here');
    await goesOn(page, 'codex heard');
    expect(await read('answer.txt')).toBe('mine');
    expect([await home.sessions(), await runningAgents()]).toEqual([['af-first-steps'], ['codex']]);
  });

  /** A process that has left the session, of the agent's own. */
  async function startsBeside(): Promise<[number]> {
    await home.tmux('run-shell', '-b', `setsid sleep 300 & echo $! > '${inWorkspace('escaped')}'; wait`);
    const text = await waitUntil('it runs', () => read('escaped').catch(() => undefined));
    return [Number(text)];
  }

  test('takes up its own conversation when it is switched back', async () => {
    await open();
    const page = await daemon.open();
    await page.shows('agent is here');
    await daemon.connect((await switchTo('codex')).wsUrl).shows('codex is here');
    const back = daemon.connect((await switchTo('claude')).wsUrl);
    await back.shows('agent is here');
    const [start, id, , resume, sameId] = (await read('argv.txt')).split('\n');
    expect([start, resume]).toEqual(['--session-id', '--resume']);
    expect(sameId).toBe(id);
  });

  test('is the shell once it has left the student there: the shell is what is asked about', async () => {
    await open({ agent: { run: 'echo agent is leaving\nexit 0' } });
    await (await daemon.open()).frame('agent_exited');
    expect((await ask('codex')).json).toMatchObject({ running: 'Your shell in the terminal of first-steps' });
    await daemon.connect((await switchTo('codex')).wsUrl).shows('codex is here');
  });

  test('may be the last there is room for: it makes room itself', async () => {
    await open({ flags: { maxSessions: 1 } });
    await (await daemon.open()).shows('agent is here');
    await daemon.connect((await switchTo('codex')).wsUrl).shows('codex is here');
  });

  test('is simply started without a session, and kept where it is the one that runs', async () => {
    await open();
    const first = await ask('codex');
    expect(first.json).toMatchObject({ agent: 'codex', status: 'created' });
    const page = daemon.connect(first.json.wsUrl);
    await page.shows('codex is here');
    expect((await ask('codex')).json.wsUrl).toBe(first.json.wsUrl);
    expect((await switchTo('codex')).wsUrl).toBe(first.json.wsUrl);
    await goesOn(page, 'codex heard');
  });
});

describe('a switch that cannot succeed ends nothing', () => {
  test.each([
    ['agent_unknown', 'nobody'],
    ['dependency_missing', 'gemini'],
    ['agent_unsupported', 'talker'],
  ])('%s', async (error, agent) => {
    await describeAgents(home, { talker: { ...scripted(), terminal: false } });
    await open();
    const page = await daemon.open();
    await page.shows('agent is here');
    expect((await ask(agent, { confirmed: true })).json).toMatchObject({ error });
    await goesOn(page);
    expect(await runningAgents()).toEqual(['claude']);
  });

  test.each([
    ['an interpreter that is missing', '#!/nonexistent/interpreter\n', 'codex_cannot_start'],
    [
      'a file that is gone once it has told its version',
      '#!/bin/sh\necho codex-cli 0.169.0\nrm -f "$0"\n',
      'codex_not_found',
    ],
  ])('dependency_missing, for %s', async (_, script, reason) => {
    await writeFile(home.in('bin', 'codex'), script, { mode: 0o755 });
    await open();
    const page = await daemon.open();
    await page.shows('agent is here');
    const { status, json } = await ask('codex', { confirmed: true });
    expect([status, json.error, json.reason]).toEqual([503, 'dependency_missing', reason]);
    expect(json.commands).toEqual(['npm install -g @openai/codex']);
    await goesOn(page);
    expect(await runningAgents()).toEqual(['claude']);
  });

  test('too_many_agents', async () => {
    await open({ flags: { maxSessions: 1 }, files: lessons(exercise(), exercise({ id: 'second-steps' })) });
    await daemon.start(EXERCISE_ID, { agent: 'shell' });
    await (await daemon.open('second-steps')).shows('agent is here');
    expect((await ask('codex', { confirmed: true })).json).toMatchObject({
      error: 'too_many_agents',
      running: ['Claude Code in the terminal of second-steps'],
    });
    expect((await runningAgents()).sort()).toEqual(['claude', 'shell']);
  });

  test('a workspace that cannot be recorded', async () => {
    await open();
    const page = await daemon.open();
    await page.shows('agent is here');
    const state = new Database(home.in('.af-practice', 'state.db'));
    state.exec("create trigger held before update on workspaces begin select raise(abort, 'held'); end");
    expect((await ask('codex', { confirmed: true })).status).toBe(500);
    state.exec('drop trigger held');
    state.close();
    await goesOn(page);
    await daemon.connect((await switchTo('codex')).wsUrl).shows('codex is here');
  });
});

describe('whoever asks at the same moment', () => {
  test('gets the one session with the other agent, which was started once', async () => {
    await open();
    await (await daemon.open()).shows('agent is here');
    const answers = await Promise.all([switchTo('codex'), switchTo('codex'), daemon.start(), switchTo('codex')]);
    expect(new Set(answers.map(({ wsUrl }) => wsUrl)).size).toBe(1);
    expect(answers.map(({ agent }) => agent)).toEqual(['codex', 'codex', 'codex', 'codex']);
    await daemon.connect(answers[0].wsUrl).shows('codex is here');
    expect(await read('codex.txt')).toBe('started\n');
    expect(await home.sessions()).toEqual(['af-first-steps']);
  });
});

test('a switch that fails once the session has ended leaves files and agent to the next start', async () => {
  await open();
  await (await daemon.open()).shows('agent is here');
  await writeFile(inWorkspace('answer.txt'), 'mine');
  const state = new Database(home.in('.af-practice', 'state.db'));
  state.exec("create trigger held before delete on sessions begin select raise(abort, 'held'); end");
  expect((await ask('codex', { confirmed: true })).status).toBe(500);
  state.exec('drop trigger held');
  state.close();
  const again = await daemon.start();
  expect(again).toMatchObject({ status: 'resumed', agent: 'claude' });
  await daemon.connect(again.wsUrl).shows('agent is here');
  expect(await read('answer.txt')).toBe('mine');
});

test('an agent of the exercise that is at work as a chat goes on, whatever the terminal has', async () => {
  await describeAgents(home);
  await open();
  await (await daemon.open()).shows('agent is here');
  using chat = await Chat.open(daemon.url, { subject: EXERCISE });
  await chat.send('hold');
  await chat.until('a word', () => chat.answers.length > 0);
  const before = await livingAgents(home);
  await daemon.connect((await switchTo('codex')).wsUrl).shows('codex is here');
  expect(await livingAgents(home)).toEqual(before);
  expect((await chat.conversation()).status).toBe('running');
  await chat.post('/interrupt');
  await chat.until('its end', ({ runId }) => runId === undefined);
  await chat.say('say on');
  expect(chat.answers.at(-1)).toBe('on');
});
