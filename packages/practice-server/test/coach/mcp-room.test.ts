import { MCP_PATH } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { coach } from '../../src/capabilities/coach.js';
import { withInsideOf } from '../fixtures/spied-capability.js';
import { waitUntil } from '../fixtures/wait-until.js';
import type { AgentClient } from './support/agent-client.js';
import { Coaching } from './support/coaching.js';

/** As many sessions as one agent may have. */
const FULL = 8;

describe('an agent with as many MCP sessions as it may have', () => {
  const { capabilities, inside } = withInsideOf(coach);
  let coaching: Coaching;
  let agents: AgentClient[];

  beforeEach(async () => {
    coaching = await Coaching.open({ capabilities });
    await coaching.start();
    agents = [];
    for (let count = 0; count < FULL; count += 1) agents.push(await coaching.agent());
    await Promise.all(agents.map(({ listens }) => listens));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await coaching[Symbol.asyncDispose]();
  });

  /** Which of the sessions are still there, in the order in which they came. */
  async function there(): Promise<boolean[]> {
    const headers = { Authorization: `Bearer ${await coaching.secret()}`, Accept: 'text/event-stream' };
    const answers = await Promise.all(
      agents.map(({ sessionId }) =>
        // One that is there has its stream already, and gets no second one.
        coaching.daemon.request(MCP_PATH, { headers: { ...headers, 'Mcp-Session-Id': sessionId } }),
      ),
    );
    return answers.map(({ status }) => status !== 404);
  }

  /** From now on the disk takes nothing that is looked at, and no look is answered, until it is let go. */
  function slowDisk(): { letGo: () => void; waiting: () => number } {
    const { events } = inside().host;
    const keep = events.keep.bind(events);
    let letGo = () => {};
    const goes = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const spied = vi.spyOn(events, 'keep').mockImplementation(async (rows) => {
      await goes;
      await keep(rows);
    });
    return { letGo, waiting: () => spied.mock.calls.length };
  }

  const look = ({ client }: AgentClient) => client.readResource({ uri: 'project:///README.md' });

  test('loses the oldest of those that only listen, as all do that are there', async () => {
    await coaching.agent();
    expect((await coaching.health()).mcpSessions).toBe(FULL);
    expect(await there()).toEqual([false, ...Array(FULL - 1).fill(true)]);
  });

  test('loses none that waits for an answer', async () => {
    const disk = slowDisk();
    const looks = agents.slice(0, 2).map(look);
    await waitUntil('both look', () => disk.waiting() === 2);
    // Whoever has asked for something was used last, so that these are the oldest again.
    for (const agent of agents.slice(2)) await agent.client.ping();
    await coaching.agent();
    expect(await there()).toEqual([true, true, false, ...Array(FULL - 3).fill(true)]);
    disk.letGo();
    for (const { contents } of await Promise.all(looks)) expect(contents).toHaveLength(1);
  });

  test('gets no more while all of them wait for answers, and one as soon as one has it', async () => {
    const disk = slowDisk();
    const looks = agents.map(look);
    await waitUntil('all look', () => disk.waiting() === FULL);
    await expect(coaching.agent()).rejects.toThrow(/too_many_connections/);
    expect((await coaching.health()).mcpSessions).toBe(FULL);
    disk.letGo();
    await Promise.all(looks);
    await coaching.agent();
    expect((await coaching.health()).mcpSessions).toBe(FULL);
  });
});
