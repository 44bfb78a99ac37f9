import { expect, test } from 'vitest';
import type { AgentStates } from '../../src/agent-work/agent-states.js';
import { nudges as capability } from '../../src/capabilities/nudges.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { withInsideOf } from '../fixtures/spied-capability.js';

const ID = 'first-steps';

/** What the agent does is told in its place, and only once. */
async function open() {
  const { capabilities, inside } = withInsideOf(capability);
  const agent = { run: `echo agent is here\nwhile read -r line; do echo "heard <$line>"; done` };
  const daemon = await TestDaemon.open({ capabilities, agent });
  const terminal = await daemon.open();
  await terminal.shows('agent is here');
  const { host } = inside();
  const work = host.work as AgentStates;
  work.note(ID, { state: 'waiting', source: 'hook' });
  work.settle(ID);
  return { daemon, terminal, sessions: host.sessions };
}

test('[terminal-events 4 claim] what waits for the agent is said once nothing is against it, though nothing tells when', async () => {
  const { daemon, terminal, sessions } = await open();
  await using _ = daemon;
  terminal.type('done\r');
  await terminal.shows('heard <done>');
  // The agent is about to answer, as far as is known. Both that wait are one message.
  sessions.sayWhenWaiting(ID, 'Stage 1 is not complete yet.');
  sessions.sayWhenWaiting(ID, 'Nor is stage 2.');
  await terminal.shows('heard <Stage 1 is not complete yet. Nor is stage 2.>');
});

test('[terminal-events 4 claim] what is longer than a line is cut between two characters', async () => {
  const { daemon, terminal, sessions } = await open();
  await using _ = daemon;
  expect(await sessions.say(ID, `Stage ${'1'.repeat(393)}🎉 and more`)).toBeUndefined();
  await terminal.shows('11>');
});

test('[terminal-events 4 claim] what waits is said behind a draft that the student sends, never into it', async () => {
  const { daemon, terminal, sessions } = await open();
  await using _ = daemon;
  terminal.type('I am no');
  await terminal.shows('I am no');
  sessions.sayWhenWaiting(ID, 'Stage 1 is not complete yet.');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  terminal.type('t ready\r');
  await terminal.shows('heard <I am not ready>');
  await terminal.shows('heard <Stage 1 is not complete yet.>');
});

test('[terminal-events 4 claim] what the student types before it is sent stands in the prompt behind it', async () => {
  const { daemon, terminal, sessions } = await open();
  await using _ = daemon;
  const said = sessions.say(ID, 'Stage 1 is not complete yet.');
  await terminal.shows('Stage 1 is not complete yet.');
  terminal.type('t');
  expect(await said).toBeUndefined();
  await terminal.shows('heard <Stage 1 is not complete yet.>');
  terminal.type('here\r');
  await terminal.shows('heard <there>');
});

test('what is said is sent, though the student opens the exercise meanwhile, which types nothing', async () => {
  const { daemon, terminal, sessions } = await open();
  await using _ = daemon;
  const said = sessions.say(ID, 'Stage 1 is not complete yet.');
  await terminal.shows('Stage 1 is not complete yet.');
  sessions.noteActivity(ID);
  await (await daemon.open()).shows('Stage 1 is not complete yet.');
  expect(await said).toBeUndefined();
  await terminal.shows('heard <Stage 1 is not complete yet.>');
});
