import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Chat, LESSON } from '../fixtures/chat.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';

const FAKE = fileURLToPath(new URL('../fixtures/fake-claude.mjs', import.meta.url));
const AGENT = { run: `exec '${execPath}' '${FAKE}' "$@"` };

test('a conversation that is resumed counts what each turn has cost once, though the agent tells the sum', async () => {
  await using home = await Home.make();
  let id = '';
  {
    await using daemon = await TestDaemon.open({ home, agent: AGENT });
    using chat = await Chat.open(daemon.url, { subject: LESSON, agent: 'claude' });
    id = chat.id;
    await chat.say('one');
    await chat.say('two');
    expect((await chat.conversation()).usage.costUsd).toBeCloseTo(0.02);
  }
  await using daemon = await TestDaemon.open({ home, agent: AGENT });
  using again = new Chat(daemon.url, id);
  await again.say('three');
  expect((await again.conversation()).usage.costUsd).toBeCloseTo(0.03);
  const ends = again.thread.items.flatMap((item) => (item.kind === 'run_end' ? [item.usage?.costUsd] : []));
  for (const cost of ends) expect(cost).toBeCloseTo(0.01);
});

test('a conversation whose agent has forgotten it begins to count anew, and loses nothing of what it has cost', async () => {
  await using home = await Home.make();
  let id: string | undefined;
  const sums: (number | undefined)[] = [];
  for (const words of ['one', 'two', 'three']) {
    await using daemon = await TestDaemon.open({ home, agent: AGENT });
    using chat = id === undefined ? await Chat.open(daemon.url, { agent: 'claude' }) : new Chat(daemon.url, id);
    id = chat.id;
    await chat.say(words);
    sums.push((await chat.conversation()).usage.costUsd);
    // Before the second one, so that the third resumes what the second has begun.
    if (words === 'one') await rm(join(home.path, '.claude'), { recursive: true });
  }
  expect(sums).toEqual([0.01, 0.02, 0.03].map((sum) => expect.closeTo(sum)));
});
