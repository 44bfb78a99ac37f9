import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AGENT_SCREENS } from '../src/agents/agent-screens.js';
import { describeOwnAgent, OWN_AGENT, OWN_ANSWERS } from '../src/agents/own-agent.js';
import { ChatClient } from '../src/chat/chat-client.js';
import { PracticeDaemon } from '../src/daemon.js';
import { AGENTS, type AgentProgram } from '../src/machine/programs.js';
import type { TmuxPane } from '../src/machine/tmux.js';
import { waitUntil } from '../src/machine/wait-until.js';
import type { Scenario } from '../src/model-api/scenario.js';
import { newStudent } from '../src/student.js';
import { describeInTurn } from './describe-in-turn.js';
import { EXERCISE, EXERCISES, pressUntil, RealAgents, WRITTEN } from './real-agents.js';

const SUBJECT = { kind: 'exercise', exerciseId: EXERCISE };

let agents: RealAgents;
let scenario: Scenario;
let daemon: PracticeDaemon;
let workspace: string;

async function sayInTerminal(pane: TmuxPane, agent: AgentProgram, chat: ChatClient): Promise<void> {
  // Gemini CLI draws its input line before it reads from it.
  const isTyped = async () => AGENT_SCREENS[agent].typed('in the terminal').test(await pane.text()) || undefined;
  const type = async () => {
    // What was typed before may have come by now.
    await pane.press('C-u');
    await pane.type('in the terminal');
    return (await waitUntil(isTyped, () => 'not yet', 5000).catch(() => false)) || undefined;
  };
  await waitUntil(type, () => 'it takes no keys');
  await pressUntil(pane, 'Enter', async () => chat.answers.includes('You are in the terminal now.'));
}

describeInTurn(AGENTS, 'a conversation with the real %s', (agent) => {
  beforeEach(async () => {
    agents = await RealAgents.start();
    ({ scenario, daemon, workspace } = agents);
    agents.script(agent);
  });

  afterEach(() => agents[Symbol.asyncDispose]());

  it('answers, edits after a permission, is refused, is interrupted, and goes on [cli-execution-modes 1.B1 structured] [cli-execution-modes 1.B3 metadata] [cli-execution-modes 1.B5 input]', async () => {
    await using chat = await ChatClient.open(daemon, { subject: SUBJECT, agent });
    await chat.say('hello');
    expect(chat.answers).toEqual(['Hello, I am your tutor.']);

    await chat.send('write the file');
    expect((await chat.answer('allow_once')).status).toBe(200);
    await chat.until(({ runId }) => runId === undefined);
    expect(await readFile(join(workspace, 'hi.py'), 'utf8')).toBe(WRITTEN);
    const tool = chat.thread.items.find(({ kind }) => kind === 'tool');
    expect(tool).toMatchObject({
      isDone: true,
      detail: { status: 'completed' },
      permission: { answered: { kind: 'allow_once' } },
    });

    await chat.send('do not run this');
    expect((await chat.answer('reject_once')).status).toBe(200);
    await chat.until(({ runId }) => runId === undefined);
    await expect(readFile(join(workspace, 'never.txt'))).rejects.toThrow('ENOENT');
    expect(chat.thread.items.findLast(({ kind }) => kind === 'tool')).toMatchObject({ detail: { status: 'refused' } });
    expect((await chat.conversation()).usage).toMatchObject({ inputTokens: expect.any(Number) });

    await chat.send('wait here');
    await chat.until(() => chat.answers.includes('Waiting, '));
    await chat.post('/interrupt', {});
    await chat.until(({ items }) => items.some((item) => item.kind === 'run_end' && item.outcome === 'cancelled'));
    scenario.gates.releaseAll();
    await chat.say('are you there');
    expect(chat.answers.at(-1)).toBe('I am here.');
  });

  it('loses nothing that was seen when the daemon is killed, and resumes [cli-execution-modes Q6 restart]', async () => {
    await using chat = await ChatClient.open(daemon, { subject: SUBJECT, agent });
    await chat.say('hello');
    await chat.send('wait here');
    await chat.until(() => chat.answers.includes('Waiting, '));
    const seen = [...chat.events];
    await daemon.kill();
    await daemon.restart();
    scenario.gates.releaseAll();
    await chat.until(({ items }) => items.some((item) => item.kind === 'run_end' && item.code === 'interrupted'));
    expect(chat.events.slice(0, seen.length)).toEqual(seen);
    expect((await chat.conversation()).status).toBe('interrupted');
    await chat.say('are you there');
    expect(chat.answers.at(-1)).toBe('I am here.');
  });

  it.runIf(agent === 'claude')('costs each turn once, also after a restart', async () => {
    await using chat = await ChatClient.open(daemon, { subject: SUBJECT, agent });
    await chat.say('hello');
    const { usage: first } = await chat.conversation();
    await daemon.stop();
    await daemon.restart();
    await chat.say('are you there');
    const { usage: both } = await chat.conversation();
    const second = (both.costUsd ?? 0) - (first.costUsd ?? 0);
    expect(second).toBeGreaterThan(0);
    // What it tells is its total: counted anew, the first turn would be in it once more.
    expect(second).toBeLessThan(1.5 * (first.costUsd ?? 0));
  });

  it('goes on in the terminal and comes back, with what was said there [cli-execution-modes 1.F2 switch]', async () => {
    await using chat = await ChatClient.open(daemon, { subject: SUBJECT, agent });
    await chat.say('hello');
    expect((await chat.post('/hand-over', { to: 'terminal' })).body).toMatchObject({ status: 'in_terminal' });
    const { pane } = agents;
    await pane.waitForScreen(AGENT_SCREENS[agent].ready);
    // The agent shows what was said before.
    await pane.waitForScreen('Hello, I am your tutor.');
    await sayInTerminal(pane, agent, chat);

    expect((await chat.post('/hand-over', { to: 'chat' })).body).toMatchObject({ error: 'agent_busy' });
    expect((await chat.post('/hand-over', { to: 'chat', confirmed: true })).body).toMatchObject({ status: 'idle' });
    await pane.waitForScreen('student$');
    await chat.say('back again');

    expect(chat.answers.at(-1)).toBe('We are back in the chat.');
    const asked = chat.thread.items.flatMap((item) => (item.kind === 'question' ? [item.text] : []));
    expect(asked).toEqual(['hello', 'in the terminal', 'back again']);
  });
});

it('an agent of ten lines that `agents.json` describes is talked to, asks, is refused and interrupted through the daemon [cli-execution-modes E2 custom]', async () => {
  await using student = await newStudent({ agents: [] });
  await describeOwnAgent(student.home);
  await using daemon = await PracticeDaemon.start({ student, content: EXERCISES });
  await using chat = await ChatClient.open(daemon, { subject: SUBJECT, agent: OWN_AGENT });
  const ends = () => chat.thread.items.flatMap((item) => (item.kind === 'run_end' ? [item.outcome] : []));

  await chat.send('ring');
  expect((await chat.asked()).title).toBe('May Bell run `Ring the bell`?');
  expect((await chat.answer('allow_once')).status).toBe(200);
  await chat.until(() => ends().length === 1);
  await chat.send('ring again');
  expect((await chat.answer('reject_once')).status).toBe(200);
  await chat.until(() => ends().length === 2);
  await chat.send('and again');
  await chat.asked();
  await chat.post('/interrupt', {});
  await chat.until(() => ends().length === 3);

  expect(chat.answers).toEqual([OWN_ANSWERS.yes, OWN_ANSWERS.no, OWN_ANSWERS.stopped]);
  expect(ends()).toEqual(['done', 'done', 'cancelled']);
});
