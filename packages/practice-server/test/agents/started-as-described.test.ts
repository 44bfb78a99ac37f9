import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Chat, EXERCISE } from '../fixtures/chat.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { describeAgents, scripted } from '../fixtures/scripted-agent.js';

const SECRETS = {
  MY_KEY: 'mine',
  MY_OTHER_KEY: 'mine too',
  STRANGER_TOKEN: 'not its own',
  ANTHROPIC_API_KEY: 'another agent’s',
  TMUX: '/tmp/x,1,0',
};

async function started(home: Home): Promise<{ args: string[]; cwd: string; variables: string[] }> {
  const [first = ''] = (await home.read('agent-log.jsonl')).split('\n');
  return JSON.parse(first);
}

test('[cli-execution-modes 1.B1 config] [cli-execution-modes E4 workspace] a chat’s agent starts with its arguments, in the exercise’s folder, with no variables but the common ones and those it names', async () => {
  await using home = await Home.make();
  await describeAgents(home, { scripted: { ...scripted('well', '--quiet'), environment: ['MY_*'] } });
  await using daemon = await TestDaemon.open({ home, environment: SECRETS });
  using chat = await Chat.open(daemon.url, { subject: EXERCISE });
  await chat.say('say hello');
  const { args, cwd, variables } = await started(home);
  expect(args).toEqual(['well', '--quiet']);
  expect(cwd).toBe(home.workspace('first-steps'));
  expect(variables).toEqual(expect.arrayContaining(['PATH', 'HOME', 'MY_KEY', 'MY_OTHER_KEY']));
  const foreign = ['STRANGER_TOKEN', 'ANTHROPIC_API_KEY', 'TMUX'];
  expect(variables.filter((name) => foreign.includes(name))).toEqual([]);
});

test('[cli-execution-modes E4 workspace] one that is about a lesson works in a folder of its own, whatever the lesson is called', async () => {
  await using home = await Home.make();
  await describeAgents(home);
  await using daemon = await TestDaemon.open({ home });
  using chat = await Chat.open(daemon.url, { subject: { kind: 'lesson', path: '/../../loops/$(id)', title: 'Loops' } });
  await chat.say('say hello');
  expect((await started(home)).cwd).toBe(home.workspace('_lessons', 'loops-id'));
});

test('finds its instructions under the name it looks for, also where the exercise was begun with another agent', async () => {
  await using home = await Home.make();
  await describeAgents(home, { scripted: { ...scripted(), instructionFile: 'MINE.md' } });
  await using daemon = await TestDaemon.open({ home });
  await daemon.start();
  using chat = await Chat.open(daemon.url, { subject: EXERCISE });
  await chat.say('say hello');
  expect(await readFile(home.workspace('first-steps', 'MINE.md'), 'utf8')).toContain('## Progressive Hints');
});
