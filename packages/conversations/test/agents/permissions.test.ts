import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Desk } from '../fixtures/desk.js';
import type { Reader } from '../fixtures/reader.js';
import { waitUntil } from '../fixtures/wait-until.js';

let desk: Desk;
let reader: Reader;
beforeEach(async () => {
  desk = await Desk.make();
  reader = await desk.begin();
});
afterEach(async () => {
  await reader[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

/** Sends a message about which the agent asks, and resolves with its question. */
async function asked(): Promise<{ runId: string; permission: string }> {
  const { runId } = await reader.send('ask');
  await reader.until('a question', ({ asked }) => asked.length > 0);
  return { runId, permission: reader.thread.asked[0]?.id ?? '' };
}

function answer(permission: string, option: string): Promise<void> {
  return desk.conversations.answerPermission(reader.id, permission, option);
}

describe('an agent that asks', () => {
  test('waits, and does what the student allows', async () => {
    const { runId, permission } = await asked();
    expect((await desk.conversations.get(reader.id)).status).toBe('asking');
    expect(reader.thread.asked).toMatchObject([
      { title: 'May Scripted run `touch a.txt`?', options: [{ kind: 'allow_once' }, { kind: 'reject_once' }] },
    ]);
    await answer(permission, 'yes');
    expect((await reader.runEnd(runId)).outcome).toBe('done');
    expect(reader.texts('answer')).toEqual(['You chose yes.']);
    expect(reader.thread.items.find(({ kind }) => kind === 'tool')).toMatchObject({
      detail: { status: 'completed' },
      permission: { answered: { optionId: 'yes' } },
    });
    await waitUntil('idle', async () => (await desk.conversations.get(reader.id)).status === 'idle');
  });

  test('asks no more once it is answered, however long it goes on', async () => {
    const { runId } = await reader.send('askAndHold');
    await reader.until('a question', ({ asked }) => asked.length > 0);
    await answer(reader.thread.asked[0]?.id ?? '', 'yes');
    await reader.until('what it does then', () => reader.texts('answer').join('').endsWith('Waiting.'));
    expect((await desk.conversations.get(reader.id)).status).toBe('running');
    await desk.conversations.interrupt(reader.id);
    await reader.runEnd(runId);
  });

  test('hears a refusal, which is what the card of its tool says', async () => {
    const { runId, permission } = await asked();
    await answer(permission, 'no');
    await reader.runEnd(runId);
    expect(reader.texts('answer')).toEqual(['You chose no.']);
    expect(reader.thread.items.find(({ kind }) => kind === 'tool')).toMatchObject({
      permission: { answered: { optionId: 'no', kind: 'reject_once' } },
    });
  });

  test('is answered once: who comes later is told, and so is who chooses what it does not offer', async () => {
    const { runId, permission } = await asked();
    await expect(answer(permission, 'perhaps')).rejects.toMatchObject({ code: 'permission_not_found' });
    await expect(answer('permission-999', 'yes')).rejects.toMatchObject({ code: 'permission_not_found' });
    await answer(permission, 'no');
    await expect(answer(permission, 'yes')).rejects.toMatchObject({ code: 'permission_not_found' });
    await reader.runEnd(runId);
    expect(reader.texts('answer')).toEqual(['You chose no.']);
  });

  test('asks no more once it was interrupted', async () => {
    const { runId, permission } = await asked();
    await desk.conversations.interrupt(reader.id);
    expect((await reader.runEnd(runId)).outcome).toBe('cancelled');
    expect(reader.thread.asked).toEqual([]);
    await expect(answer(permission, 'yes')).rejects.toMatchObject({ code: 'permission_not_found' });
  });

  test('never gets the answer to a question that an earlier process asked', async () => {
    const { runId, permission } = await asked();
    const [pid = 0] = await desk.pids();
    process.kill(pid, 'SIGKILL');
    await reader.runEnd(runId);
    await expect(answer(permission, 'yes')).rejects.toMatchObject({ code: 'permission_not_found' });
    const again = await asked();
    expect(again.permission).not.toBe(permission);
    await expect(answer(permission, 'yes')).rejects.toMatchObject({ code: 'permission_not_found' });
    await answer(again.permission, 'no');
    await reader.runEnd(again.runId);
    expect(reader.texts('answer')).toEqual(['You chose no.']);
  });
});
