import { describe, expect, test } from 'vitest';
import { Chat } from '../fixtures/chat.js';
import { type Cli, serveLessons } from '../fixtures/cli.js';
import { Home } from '../fixtures/machine/home.js';
import { isAlive } from '../fixtures/machine/processes.js';
import { agentPids, describeAgents, scripted } from '../fixtures/scripted-agent.js';
import { waitUntil } from '../fixtures/wait-until.js';

/** `ROUNDS` takes another number, for who looks for a loss. */
const ROUNDS = Number(process.env.ROUNDS ?? 8);
/** A new round is killed this many events later than the one before, at most; the same in each run of the test. */
const STEP = 37;

const address = async (cli: Cli) => `http://127.0.0.1:${(await cli.discovery()).port}`;

describe('a daemon that is killed', () => {
  test('[cli-execution-modes Q6 conversations-persist] loses no event that a page has seen, round after round', {
    timeout: 60_000 + ROUNDS * 10_000,
  }, async () => {
    await using home = await Home.make();
    await describeAgents(home);
    let id: string | undefined;
    let text = '';
    for (let round = 0; round < ROUNDS; round += 1) {
      await using cli = await serveLessons(home, ['--agent', 'scripted']);
      const url = await address(cli);
      using chat = id === undefined ? await Chat.open(url) : new Chat(url, id);
      id = chat.id;
      if (round > 0) await waitUntil('the mark', () => isMarked(chat));
      expect(sayings(chat).startsWith(text)).toBe(true);
      const before = chat.events.length;
      await chat.send('stream 100000');
      await waitUntil('some of them', () => chat.events.length > before + 5 + ((round * STEP) % 200));
      await cli.end('SIGKILL');
      text = sayings(chat);
    }
    expect(text.match(/^RUN_STARTED$/gm)).toHaveLength(ROUNDS);
  });

  test('leaves a run that is marked as interrupted, and no agent: also none that will not go', async () => {
    await using home = await Home.make();
    await describeAgents(home, { scripted: scripted('stubborn') });
    const first = await serveLessons(home, ['--agent', 'scripted']);
    const chat = await Chat.open(await address(first));
    const idle = await Chat.open(await address(first));
    await idle.say('say hello');
    await chat.send('hold');
    await chat.until('a word', () => chat.answers.length > 0);
    const pids = await agentPids(home);
    await first.end('SIGKILL');
    expect(await Promise.all(pids.map(isAlive))).toEqual([true, true]);

    await using again = await serveLessons(home, ['--agent', 'scripted']);
    using back = new Chat(await address(again), chat.id);
    await back.until('its end', ({ items }) =>
      items.some((item) => item.kind === 'run_end' && item.code === 'interrupted'),
    );
    expect(await Promise.all(pids.map(isAlive))).toEqual([false, false]);
    expect((await back.conversation()).status).toBe('interrupted');
    await back.say('say on');
    expect(back.answers).toEqual(['Waiting.', 'on']);
    expect((await back.conversation()).status).toBe('idle');
    for (const one of [chat, idle]) one[Symbol.dispose]();
    await again.end('SIGTERM');
    await waitUntil('no agent', async () => !(await Promise.all((await agentPids(home)).map(isAlive))).includes(true));
  });
});

function isMarked(chat: Chat): boolean {
  return chat.thread.items.at(-1)?.kind === 'run_end' && chat.stream.comments.length > 0;
}

/** Everything that was said and done, however it was cut into events. */
function sayings(chat: Chat): string {
  return chat.events
    .map(({ event }) => (event.type === 'TEXT_MESSAGE_CONTENT' ? event.delta : `\n${event.type}\n`))
    .join('');
}
