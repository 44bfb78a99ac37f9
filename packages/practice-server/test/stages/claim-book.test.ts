import { expect, test } from 'vitest';
import { type Claim, ClaimBook } from '../../src/stages/claim-book.js';
import { STAGE_TABLES } from '../../src/stages/tables.js';
import { openStore } from '../../src/store/open.js';
import { createLog } from '../../src/system/log.js';
import { Home } from '../fixtures/machine/home.js';

function claim(key: string): Claim {
  const marker = { kind: 'stage_complete', stageNumber: 1 } as const;
  return { exerciseId: 'first-steps', key, marker, place: 'terminal', workspaceAt: '2026-01-01T00:00:00.000Z' };
}

test('a claim that was judged is remembered, so that it counts once, among many others', async () => {
  await using home = await Home.make();
  const log = createLog({ level: 'silent', json: true, directory: home.in('logs') });
  const store = await openStore(home.in('state.db'), log, [{ name: 'stages', ...STAGE_TABLES }]);
  const book = new ClaimBook(store);
  const claims = Array.from({ length: 100 }, (_, index) => claim(`${index}`));
  for (const one of claims) expect(await book.add(one)).toBe(true);
  for (const one of claims) await book.markJudged(one);
  expect([await book.add(claim('0')), await book.add(claim('100'))]).toEqual([false, true]);
  await store.destroy();
});
