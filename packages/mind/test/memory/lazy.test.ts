import { expect, test, vi } from 'vitest';
import { MemoryDesk, some } from '../fixtures/memory-desk.js';

const loaded = vi.hoisted(() => ({ times: 0 }));
vi.mock('chromadb', () => {
  loaded.times++;
  return {};
});

test("[coach memories-move] ChromaDB's client is not loaded before there is an address of one", async () => {
  await using desk = await MemoryDesk.make();
  await import('../../src/index.js');
  const here = desk.open();
  await here.add({ memories: [some('kept here')], sessionId: 's1', project: 'p' });
  expect(await here.query({ queryText: 'kept' })).toHaveLength(1);
  expect(loaded.times).toBe(0);
  expect(await desk.open('http://127.0.0.1:1').isAvailable()).toBe(false);
  expect(loaded.times).toBe(1);
});
