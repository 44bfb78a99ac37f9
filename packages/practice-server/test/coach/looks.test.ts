import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { query } from '../fixtures/machine/database.js';
import { waitUntil } from '../fixtures/wait-until.js';
import type { AgentClient } from './support/agent-client.js';
import { Coaching } from './support/coaching.js';

describe('what the coach looks at', () => {
  let coaching: Coaching;
  let agent: AgentClient;

  beforeEach(async () => {
    coaching = await Coaching.open();
    await coaching.start();
    agent = await coaching.agent();
    await waitUntil('the session has begun', () => query(path(), 'select id from coach_action_log').length > 0);
  });
  afterEach(() => coaching[Symbol.asyncDispose]());

  const path = () => coaching.home.in('.af-practice', 'state.db');

  /** What another program finds on the disk. */
  const onDisk = () =>
    query(path(), "select data ->> 'toolName' as tool from coach_action_log where action_type = 'mcp_tool_call'").map(
      (row) => (row as { tool: string }).tool,
    );

  const read = () => agent.client.readResource({ uri: 'project:///README.md' });

  test('is on the disk by the time that it is told, however the daemon ends then [workbench visibility]', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await read();
        expect(onDisk().length).toBeGreaterThan(index);
      }),
    );
    expect(onDisk()).toEqual(Array(20).fill('resources/read'));
  });

  test('is not told where it cannot be written down; pointing goes on, and is written down later', async () => {
    const other = new Database(path());
    other.exec('begin immediate');
    await expect(read()).rejects.toThrow(/storage_unavailable: .*you cannot look.*Tell the student: .*is locked/);
    await agent.call('paige_show_message', { message: 'Free the disk', type: 'info' });
    other.exec('rollback');
    other.close();
    await read();
    await waitUntil('both', () => onDisk().length === 2);
    expect(onDisk().sort()).toEqual(['paige_show_message', 'resources/read']);
  });
});
