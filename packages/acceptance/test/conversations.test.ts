import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AGENT_SCREENS } from '../src/agents/agent-screens.js';
import { ChatClient } from '../src/chat/chat-client.js';
import { PracticeDaemon } from '../src/daemon.js';
import { endProcessesOf } from '../src/machine/leftovers.js';
import type { AgentProgram } from '../src/machine/programs.js';
import type { TmuxPane } from '../src/machine/tmux.js';
import { waitUntil } from '../src/machine/wait-until.js';
import { Scenario, says, type ToolCall } from '../src/model-api/scenario.js';
import { type ModelApi, startModelApi } from '../src/model-api/server.js';
import { newStudent, type Student } from '../src/student.js';

const EXERCISES = fileURLToPath(new URL('../../../exercises/dist', import.meta.url));
const EXERCISE = 'ch34-first-agent';
const SUBJECT = { kind: 'exercise', exerciseId: EXERCISE };

/** How each agent is made to write a file, which it asks about. */
const WRITES: Readonly<Record<AgentProgram, (path: string) => ToolCall>> = {
  claude: (path) => ({ tool: 'Write', input: { file_path: path, content: 'print("hi")\n' } }),
  gemini: (path) => ({ tool: 'write_file', input: { file_path: path, content: 'print("hi")\n' } }),
  codex: (path) => ({ tool: 'exec_command', input: { cmd: `printf 'print("hi")\\n' > ${path}` } }),
};

let api: ModelApi;
let scenario: Scenario;
let student: Student;
let daemon: PracticeDaemon;
let workspace: string;

beforeEach(async () => {
  scenario = new Scenario();
  api = await startModelApi(scenario);
  student = await newStudent({ modelApi: api.url, agents: ['claude', 'codex', 'gemini'] });
  workspace = await student.trust(join('af-practice', EXERCISE));
  daemon = await PracticeDaemon.start({ student, content: EXERCISES });
});

afterEach(async () => {
  scenario.gates.releaseAll();
  // Codex starts a server of its own that is meant to outlive it.
  await endProcessesOf(student.home);
  await daemon[Symbol.asyncDispose]();
  await student[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

function script(agent: AgentProgram): void {
  scenario.add([
    // First: after a turn that was cut short, an agent may send its question once more with the next.
    { when: 'are you there', reply: says('I am here.') },
    // Gemini CLI forgets a conversation that is resumed in the minute in which it began, and is told it again.
    { when: 'back again', reply: says('We are back in the chat.') },
    {
      when: 'write the file',
      reply: { steps: [{ text: 'I will **write** it. ' }, WRITES[agent](join(workspace, 'hi.py'))] },
    },
    { when: 'do not run this', reply: { steps: [{ run: 'touch never.txt', why: 'to see' }] } },
    { when: 'wait here', reply: { steps: [{ text: 'Waiting, ' }, { hold: 'gate' }, { text: 'and done.' }] } },
    { when: 'in the terminal', reply: says('You are in the terminal now.') },
    { when: ({ toolResult }) => toolResult !== undefined, reply: says('The tool has answered.') },
    { when: /./, reply: says('Hello, I am your tutor.') },
  ]);
}

/** Gemini CLI draws its input line before it reads from it, and takes keys that come at once as pasted. */
async function sayInTerminal(pane: TmuxPane, agent: AgentProgram, chat: ChatClient): Promise<void> {
  const isTyped = async () => AGENT_SCREENS[agent].typed('in the terminal').test(await pane.text());
  await pressUntil(isTyped, () => pane.type('in the terminal'));
  await pressUntil(
    async () => chat.answers.includes('You are in the terminal now.'),
    () => pane.press('Enter'),
  );
}

async function pressUntil(holds: () => Promise<boolean>, press: () => Promise<void>): Promise<void> {
  const once = async () => {
    await press();
    const seen = async () => ((await holds()) ? true : undefined);
    return waitUntil(seen, () => 'not yet', 5000).catch(() => undefined);
  };
  await waitUntil(once, () => 'the keys had no effect', 30_000);
}

describe.each(['claude', 'codex', 'gemini'] as const)('a conversation with the real %s', (agent) => {
  beforeEach(() => script(agent));

  it('answers, edits after a permission, and is refused', async () => {
    await using chat = await ChatClient.open(daemon, { subject: SUBJECT, agent });
    await chat.say('hello');
    expect(chat.answers).toEqual(['Hello, I am your tutor.']);

    await chat.send('write the file');
    expect((await chat.answer('allow_once')).status).toBe(200);
    await chat.until(({ runId }) => runId === undefined);
    expect(await readFile(join(workspace, 'hi.py'), 'utf8')).toBe('print("hi")\n');
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
  });

  it('is interrupted, and goes on', async () => {
    await using chat = await ChatClient.open(daemon, { subject: SUBJECT, agent });
    await chat.send('wait here');
    await chat.until(() => chat.answers.includes('Waiting, '));
    await chat.post('/interrupt', {});
    await chat.until(({ items }) => items.some((item) => item.kind === 'run_end' && item.outcome === 'cancelled'));
    scenario.gates.releaseAll();
    await chat.say('are you there');
    expect(chat.answers.at(-1)).toBe('I am here.');
  });

  it('loses nothing that was seen when the daemon is killed, and resumes', async () => {
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

  it('goes on in the terminal and comes back, with what was said there', async () => {
    await using chat = await ChatClient.open(daemon, { subject: SUBJECT, agent });
    await chat.say('hello');
    expect((await chat.post('/hand-over', { to: 'terminal' })).body).toMatchObject({ status: 'in_terminal' });
    const pane = daemon.pane(EXERCISE);
    await pane.waitForScreen(AGENT_SCREENS[agent].ready, 30_000);
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
