import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventLog } from '../../src/store/event-log.js';
import { SharedThreads } from '../../src/thread/shared-threads.js';
import { TestStore } from '../fixtures/store.js';

const ID = '5e0a4f64-0000-4000-8000-000000000001';

let files: TestStore;
let log: EventLog;
let threads: SharedThreads;
beforeEach(async () => {
  files = await TestStore.make();
  log = new EventLog(files.store);
  threads = new SharedThreads(log);
  await say(1);
});
afterEach(() => files[Symbol.asyncDispose]());

function say(id: number): Promise<void> {
  const event = { type: 'CUSTOM', name: 'handed_over', value: { to: 'terminal' } } as const;
  return log.append(ID, [{ id, at: '2026-01-01T00:00:00.000Z', event }]);
}

test('a conversation that is read twice at once, or again while it is still in use, is in memory once', async () => {
  const [one, other] = await Promise.all([threads.read(ID), threads.read(ID)]);
  const third = await threads.read(ID);
  expect([other === one, third === one, one.items.length]).toEqual([true, true, 1]);
});

test('a conversation is read anew when more was said, and when it was forgotten', async () => {
  const before = await threads.read(ID);
  await say(2);
  const after = await threads.read(ID);
  expect([before.items.length, after.items.length]).toEqual([1, 2]);
  threads.forget(ID);
  expect(await threads.read(ID)).not.toBe(after);
});

test('a reading that failed is no reason for the next one to fail', async () => {
  files.fail('"event"');
  await expect(Promise.all([threads.read(ID), threads.read(ID)])).rejects.toThrow('full');
  files.fail();
  expect((await threads.read(ID)).items).toHaveLength(1);
});
