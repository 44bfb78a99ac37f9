import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addUsage } from '../../src/live/usage.js';
import { ConversationRecords } from '../../src/store/records.js';
import { aRecord } from '../fixtures/record.js';
import { TestStore } from '../fixtures/store.js';

let files: TestStore;
beforeEach(async () => {
  files = await TestStore.make();
});
afterEach(() => files[Symbol.asyncDispose]());

describe('what a conversation has used', () => {
  test('stays an amount that a page takes, however much is added', () => {
    const most = { inputTokens: Number.MAX_SAFE_INTEGER };
    expect(addUsage(most, { inputTokens: 5, outputTokens: 1 })).toEqual({ ...most, outputTokens: 1 });
  });

  test('is read without what is no amount, as an earlier version may have stored it', async () => {
    const records = new ConversationRecords(files.store);
    await records.insert(
      aRecord({ usage: { inputTokens: 7, outputTokens: -5, reasoningTokens: Number.POSITIVE_INFINITY } }),
    );
    expect((await records.list()).map(({ usage }) => usage)).toEqual([{ inputTokens: 7 }]);
  });
});
