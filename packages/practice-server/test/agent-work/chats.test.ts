import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SaidMarker } from '../../src/agent-work/markers/said-marker.js';
import type { Capability } from '../../src/capabilities/capability.js';
import { conversations } from '../../src/capabilities/conversations.js';
import { Chat, EXERCISE } from '../fixtures/chat.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { describeAgents } from '../fixtures/scripted-agent.js';
import { waitUntil } from '../fixtures/wait-until.js';

let home: Home;
let daemon: TestDaemon;
let said: SaidMarker[];
beforeEach(async () => {
  said = [];
  const ears: Capability = {
    name: 'ears',
    open: () => ({ hooks: { onMarker: async (marker) => void said.push(marker) } }),
  };
  home = await Home.make();
  await describeAgents(home);
  daemon = await TestDaemon.open({ home, capabilities: [conversations, ears] });
});
afterEach(async () => {
  await daemon[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** The states of a conversation's agent in their order. */
async function states(id: string): Promise<string[]> {
  const path = `/events?after=start&follow=no&type=agent_state&conversationId=${id}`;
  const { text } = await daemon.request(path, { headers: { Origin: daemon.origin } });
  const lines = text.split('\n').filter((line) => line.startsWith('data: ') && line.includes('agent_state'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)).data.state);
}

test('the agent of a chat works, asks and waits', async () => {
  using chat = await Chat.open(daemon.url, { subject: EXERCISE });
  await chat.send('ask');
  await waitUntil('the question', async () => (await states(chat.id)).join() === 'working,asking');
  await chat.until('the question', ({ asked }) => asked.length > 0);
  await chat.post(`/permissions/${chat.thread.asked[0]?.id}`, { optionId: 'yes' });
  await waitUntil('its end', async () => (await states(chat.id)).join() === 'working,asking,working,waiting');
});

test('[terminal-events 4 stage-complete] what it says counts once, and not what the student says', async () => {
  using chat = await Chat.open(daemon.url, { subject: EXERCISE });
  await chat.say('see [STAGE_COMPLETE:1]\nsay well: [STAGE_COMPLETE:2]');
  await waitUntil('a marker', () => said.length > 0);
  expect(said).toMatchObject([
    { exerciseId: 'first-steps', marker: { kind: 'stage_complete', stageNumber: 2 }, place: 'chat' },
  ]);
  expect(said[0]?.key).toContain(chat.id);
});
