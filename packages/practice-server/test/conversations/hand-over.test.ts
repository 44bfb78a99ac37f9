import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Chat, EXERCISE, LESSON, post } from '../fixtures/chat.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { processesWith } from '../fixtures/machine/processes.js';
import { waitUntil } from '../fixtures/wait-until.js';

const FAKE = fileURLToPath(new URL('../fixtures/fake-claude.mjs', import.meta.url));
const CODEX = {
  name: 'codex',
  run: '[ "$1" = login ] && exit 0\necho codex is here\nwhile read line; do echo "codex heard $line"; done',
};
const AGENT = { run: `exec '${execPath}' '${FAKE}' "$@"` };

/** In the terminal, it leaves neither when it is told to nor when it is asked to. */
const STUBBORN = {
  run: `case "$*" in *--input-format*) ${AGENT.run} ;; esac
trap 'echo not yet' INT TERM
echo agent is stubborn
while true; do read line || sleep 0.1; done`,
};

let home: Home;
let daemon: TestDaemon;
beforeEach(async () => {
  home = await Home.make();
  daemon = await TestDaemon.open({ home, agent: AGENT });
});
afterEach(async () => {
  await daemon[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const begin = () => Chat.open(daemon.url, { subject: EXERCISE, agent: 'claude' });
const handOver = (chat: Chat, to: 'terminal' | 'chat', confirmed?: boolean) =>
  chat.post('/hand-over', { to, ...(confirmed !== undefined && { confirmed }) });
const texts = (chat: Chat, kind: 'question' | 'answer') =>
  chat.thread.items.flatMap((item) => (item.kind === kind ? [item.text] : []));

async function terminal() {
  const shown = daemon.connect((await daemon.start()).wsUrl);
  await shown.attached();
  return shown;
}

describe('a conversation that is handed over', () => {
  test('[cli-execution-modes 1.F2 switch] goes on in the terminal by its id, is followed there, and comes back with what was said', async () => {
    using chat = await begin();
    await chat.say('one');
    const { json } = await handOver(chat, 'terminal');
    expect(json.status).toBe('in_terminal');
    const pane = await terminal();
    await pane.shows('agent is here with');
    pane.type('two\r');
    await chat.until('what was said there', () => chat.answers.includes('heard two'));

    expect((await handOver(chat, 'chat')).json).toMatchObject({ error: 'agent_busy' });
    expect((await handOver(chat, 'chat', true)).json.status).toBe('idle');
    await pane.frame('agent_exited');
    pane.type('echo sum $((40 + 2))\r');
    await pane.shows('sum 42');
    await chat.say('three');
    expect(texts(chat, 'question')).toEqual(['one', 'two', 'three']);
    expect(chat.answers).toEqual(['heard one', 'heard two', 'heard three']);
    const notices = chat.thread.items.filter(({ kind }) => kind === 'notice');
    expect(notices).toEqual([]);
    expect((await chat.conversation()).usage).toMatchObject({ inputTokens: 7, outputTokens: 3 });
  });

  test('is followed each time it goes there, once, for whoever still looks', async () => {
    const first = await begin();
    await first.say('one');
    await handOver(first, 'terminal');
    let pane = await terminal();
    pane.type('two\r');
    await first.until('what was said there', () => first.answers.includes('heard two'));
    await handOver(first, 'chat', true);
    await first.say('here');
    await handOver(first, 'terminal', true);
    pane = await terminal();
    await pane.shows('agent is here with');
    using other = new Chat(daemon.url, first.id);
    pane.type('three\r');
    await first.until('what was said there again', () => first.answers.includes('heard three'));
    await other.until('the same', () => other.answers.includes('heard three'));
    first[Symbol.dispose]();
    pane.type('four\r');
    await other.until('what was said since', () => other.answers.includes('heard four'));
    using late = new Chat(daemon.url, first.id);
    pane.type('five\r');
    await late.until('the last', () => late.answers.includes('heard five'));
    await handOver(late, 'chat', true);
    await other.until('the last', () => other.answers.includes('heard five'));
    const all = ['one', 'two', 'here', 'three', 'four', 'five'];
    expect(texts(other, 'question')).toEqual(all);
    expect(other.answers).toEqual(all.map((text) => `heard ${text}`));
  });

  test('is followed there no longer once nobody looks', async () => {
    const watches = () => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;
    const chat = await begin();
    await chat.say('one');
    const before = watches();
    await handOver(chat, 'terminal');
    // Once for the chat, and once for what the agent does and says, which is followed whoever looks.
    await waitUntil('it is followed', () => watches() === before + 2);
    chat[Symbol.dispose]();
    await waitUntil('it is followed no longer', () => watches() === before + 1);
  });

  test('says nothing twice that was said in the chat between two stays in the terminal', async () => {
    using chat = await begin();
    await chat.say('one');
    await handOver(chat, 'terminal');
    const pane = await terminal();
    pane.type('two\r');
    await chat.until('what was said there', () => chat.answers.includes('heard two'));
    await handOver(chat, 'chat', true);
    await chat.say('three');
    await handOver(chat, 'terminal', true);
    const again = await terminal();
    await again.shows('agent is here with');
    again.type('four\r');
    await chat.until('what was said there again', () => chat.answers.includes('heard four'));
    await handOver(chat, 'chat', true);
    expect(texts(chat, 'question')).toEqual(['one', 'two', 'three', 'four']);
    expect(chat.answers).toEqual(['heard one', 'heard two', 'heard three', 'heard four']);
  });

  test('has one agent at a time: that of the chat has ended when the terminal opens', async () => {
    using chat = await begin();
    await chat.say('one');
    expect(await agentsInChat()).toHaveLength(1);
    await handOver(chat, 'terminal');
    expect(await agentsInChat()).toEqual([]);
    await handOver(chat, 'chat', true);
  });

  test('takes no message while it is in the terminal', async () => {
    using chat = await begin();
    await chat.say('one');
    await handOver(chat, 'terminal');
    const refused = await chat.post('/messages', { text: 'two' });
    expect([refused.status, refused.json.error]).toEqual([409, 'conversation_busy']);
    expect(refused.json.message).toContain('Continue it in the chat first');
  });

  test('asks before it ends an agent that is at work, in the chat or in the terminal', async () => {
    using chat = await begin();
    await chat.say('one');
    await chat.send('hold');
    expect((await handOver(chat, 'terminal')).json).toMatchObject({ error: 'agent_busy' });
    expect((await chat.conversation()).status).toBe('running');
    await daemon.start();
    await chat.post('/interrupt');
    await chat.until('its end', ({ runId }) => runId === undefined);
    const refused = (await handOver(chat, 'terminal')).json;
    expect(refused).toMatchObject({ error: 'agent_busy', message: expect.stringContaining('Claude Code') });
    expect((await handOver(chat, 'terminal', true)).json.status).toBe('in_terminal');
    await (await terminal()).shows('agent is here with');
  });

  test('ends a run that goes on, once that is confirmed, and tells the agent so', async () => {
    using chat = await begin();
    await chat.say('one');
    await chat.send('hold');
    expect((await handOver(chat, 'terminal', true)).json.status).toBe('in_terminal');
    await (await terminal()).shows('agent is here with');
    expect(await agentsInChat()).toEqual([]);
    expect(await home.read('.claude/projects/any/interrupted')).toBe('yes\n');
    expect(chat.thread.items.filter(({ kind }) => kind === 'run_end')).toMatchObject([
      { outcome: 'done' },
      { outcome: 'cancelled' },
    ]);
  });

  test('comes back while the terminal is switched to another agent, which goes on', async () => {
    await home.install(CODEX);
    await home.install(STUBBORN);
    await daemon.request('/agents', { headers: { Origin: daemon.origin } });
    using chat = await begin();
    await chat.say('one');
    await handOver(chat, 'terminal');
    await (await terminal()).shows('agent is stubborn');
    const [back, switched] = await Promise.all([
      handOver(chat, 'chat', true),
      daemon.post('/agents/switch', { exerciseId: EXERCISE.exerciseId, agent: 'codex', confirmed: true }),
    ]);
    expect([back.json, switched.status]).toEqual([expect.objectContaining({ status: 'idle' }), 200]);
    const pane = daemon.connect(switched.json.wsUrl);
    await pane.shows('codex is here');
    pane.type('you\r');
    await pane.shows('codex heard you');
    await chat.say('two');
    expect(chat.answers).toEqual(['heard one', 'heard two']);
  });

  test('leaves another agent alone that the terminal has by now', async () => {
    await home.install(CODEX);
    using chat = await begin();
    await chat.say('one');
    await handOver(chat, 'terminal');
    await daemon.post('/exercises/reset', { exerciseId: EXERCISE.exerciseId });
    const pane = daemon.connect((await daemon.start(EXERCISE.exerciseId, { agent: 'codex' })).wsUrl);
    await pane.attached();
    await pane.shows('codex is here');
    expect((await handOver(chat, 'chat', true)).json.status).toBe('idle');
    pane.type('you\r');
    await pane.shows('codex heard you');
  });

  test('stays in the chat where there is no terminal to go to', async () => {
    using lesson = await Chat.open(daemon.url, { subject: LESSON, agent: 'claude' });
    await lesson.say('one');
    expect((await handOver(lesson, 'terminal')).json).toMatchObject({ error: 'agent_unsupported' });
    using chat = await begin();
    expect((await handOver(chat, 'terminal')).json.message).toContain('nothing to continue yet');
    await chat.say('two');
    expect(chat.answers).toEqual(['heard two']);
  });

  test('is still in the chat if its terminal could not be opened', async () => {
    using chat = await begin();
    await chat.say('one');
    await daemon[Symbol.asyncDispose]();
    daemon = await TestDaemon.open({ home, agent: AGENT, environment: { PATH: home.bin } });
    using again = new Chat(daemon.url, chat.id);
    expect((await handOver(again, 'terminal')).json.error).toBe('dependency_missing');
    expect((await again.conversation()).status).toBe('idle');
    await again.say('two');
    expect(again.answers).toEqual(['heard one', 'heard two']);
    expect(again.thread.inTerminal).toBe(false);
  });

  test('is where it was after the daemon has ended in between, and nothing is said twice', async () => {
    using chat = await begin();
    await chat.say('one');
    await handOver(chat, 'terminal');
    const pane = await terminal();
    pane.type('two\r');
    await chat.until('what was said there', () => chat.answers.includes('heard two'));
    await waitUntil('the end of the turn', () => chat.thread.runId === undefined);
    await daemon[Symbol.asyncDispose]();
    daemon = await TestDaemon.open({ home, agent: AGENT });
    using again = new Chat(daemon.url, chat.id);
    expect((await again.conversation()).status).toBe('in_terminal');
    const later = await terminal();
    later.type('three\r');
    await again.until('what was said since', () => again.answers.includes('heard three'));
    await handOver(again, 'chat', true);
    expect(texts(again, 'question')).toEqual(['one', 'two', 'three']);
    expect(rewound(again)).toEqual([]);
  });

  test('reads a turn again that the daemon has seen only half of: its tool has ended, and nothing is there twice', async () => {
    using chat = await begin();
    await chat.say('one');
    await handOver(chat, 'terminal');
    const pane = await terminal();
    pane.type('two\r');
    await chat.until('a whole turn', ({ runId }) => chat.answers.includes('heard two') && runId === undefined);
    pane.type('work\r');
    const tools = (of: Chat) => of.thread.items.flatMap((item) => (item.kind === 'tool' ? [item] : []));
    await chat.until('the tool', () => tools(chat).length > 0);
    expect(chat.thread.runId).toBeDefined();
    const begun = chat.events.findLast(({ event }) => event.type === 'RUN_STARTED');
    await daemon[Symbol.asyncDispose]();

    daemon = await TestDaemon.open({ home, agent: AGENT });
    (await terminal()).type('\r');
    using again = new Chat(daemon.url, chat.id);
    await again.until('the end of the turn', ({ runId }) => again.answers.includes('it worked') && runId === undefined);
    expect(rewound(again)).toEqual([(begun?.id ?? 0) - 1]);
    expect(tools(again)).toMatchObject([{ id: 'work-1', isDone: true, result: 'worked' }]);
    expect(texts(again, 'question')).toEqual(['one', 'two', 'work']);
    expect(again.answers).toEqual(['heard one', 'heard two', 'it worked']);
    await handOver(again, 'chat', true);
    await again.say('three');
    expect(again.answers.at(-1)).toBe('heard three');
  });

  test('comes back whole, and over, from a turn that the daemon has seen only half of', async () => {
    using chat = await begin();
    await chat.say('one');
    await handOver(chat, 'terminal');
    (await terminal()).type('work\r');
    await chat.until('the tool', ({ items }) => items.some(({ kind }) => kind === 'tool'));
    const away = chat.events.find(({ event }) => event.type === 'CUSTOM' && event.name === 'handed_over');
    await daemon[Symbol.asyncDispose]();

    daemon = await TestDaemon.open({ home, agent: AGENT });
    const back = await post(`${daemon.url}/conversations/${chat.id}/hand-over`, { to: 'chat', confirmed: true });
    expect(back.json.status).toBe('idle');
    using again = new Chat(daemon.url, chat.id);
    await again.until('all of it', ({ items, inTerminal }) => items.some(({ kind }) => kind === 'tool') && !inTerminal);
    expect(rewound(again)).toEqual([away?.id]);
    expect(texts(again, 'question')).toEqual(['one', 'work']);
    expect([again.thread.runId, again.thread.items.at(-2)?.kind]).toEqual([undefined, 'run_end']);
  });
});

/** Up to which events it was taken back. */
function rewound({ events }: Chat): number[] {
  return events.flatMap(({ event }) =>
    event.type === 'CUSTOM' && event.name === 'rewound' ? [event.value.toEventId] : [],
  );
}

/** Those with a pipe for a terminal. */
async function agentsInChat(): Promise<number[]> {
  const pids = await processesWith('--input-format');
  const ours = await processesWith(home.path);
  return pids.filter((pid) => ours.includes(pid));
}
