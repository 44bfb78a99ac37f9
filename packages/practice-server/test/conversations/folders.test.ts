import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Chat, EXERCISE, post } from '../fixtures/chat.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';

const FAKE = fileURLToPath(new URL('../fixtures/fake-claude.mjs', import.meta.url));
const END_OF_INPUT = '\u0004';
const CODEX = '[ "$1" = login ] && exit 0\necho codex is here\nwhile read line; do echo "codex heard $line"; done';

let home: Home;
let daemon: TestDaemon;
beforeEach(async () => {
  home = await Home.make();
  await home.install({ name: 'codex', run: CODEX });
  daemon = await TestDaemon.open({ home, agent: { run: `exec '${execPath}' '${FAKE}' "$@"` } });
});
afterEach(async () => {
  await daemon[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const isThere = (...path: string[]) => existsSync(join(home.path, 'af-practice', EXERCISE.exerciseId, ...path));

describe('the folder of an exercise', () => {
  test('keeps what the agent in the terminal reads, and whose it is, when another is asked in the chat', async () => {
    const pane = daemon.connect((await daemon.start(EXERCISE.exerciseId, { agent: 'codex' })).wsUrl);
    await pane.shows('codex is here');
    expect(isThere('AGENTS.md')).toBe(true);
    using chat = await Chat.open(daemon.url, { subject: EXERCISE, agent: 'claude' });
    await chat.say('one');
    expect([isThere('AGENTS.md'), isThere('CLAUDE.md')]).toEqual([true, true]);
    pane.type(END_OF_INPUT);
    await pane.frame('agent_exited');
    pane.type('exit\r');
    await pane.frame('session_ended');
    expect(await daemon.start()).toMatchObject({ agent: 'codex' });
    expect(isThere('AGENTS.md')).toBe(true);
  });

  test('gets what the agent of the chat reads, if that of the terminal reads something else', async () => {
    const pane = daemon.connect((await daemon.start()).wsUrl);
    await pane.shows('agent is here with');
    expect(isThere('AGENTS.md')).toBe(false);
    // A stand-in that cannot chat: its folder is made ready before it is started.
    using chat = await Chat.open(daemon.url, { subject: EXERCISE, agent: 'codex' });
    const sent = chat.post('/messages', { text: 'one' }).catch(() => undefined);
    await waitUntil('what Codex reads', () => isThere('AGENTS.md'));
    expect(isThere('CLAUDE.md')).toBe(true);
    expect(await daemon.start()).toMatchObject({ agent: 'claude' });
    await chat.post('/delete');
    await sent;
  });

  test('is not made again by somebody who only looks at what was said in its terminal', async () => {
    const pane = daemon.connect((await daemon.start()).wsUrl);
    await pane.shows('agent is here with');
    pane.type('hello\r');
    const takeUp = () => post(`${daemon.url}/conversations`, { subject: EXERCISE, fromTerminal: true });
    await waitUntil('something to follow', async () => (await takeUp()).status === 200);
    const { id } = (await takeUp()).json;
    await daemon.post('/exercises/reset', { exerciseId: EXERCISE.exerciseId });
    expect(isThere()).toBe(false);
    using chat = new Chat(daemon.url, id);
    await chat.until('what was said there', () => chat.answers.includes('heard hello'));
    expect(isThere()).toBe(false);
    expect((await daemon.start()).status).toBe('created');
  });
});
