import { expect, test } from 'vitest';
import type { SaidMarker } from '../../src/agent-work/markers/said-marker.js';
import { Sayings } from '../../src/agent-work/markers/sayings.js';
import { ObservedAgents } from '../../src/agent-work/records.js';
import { LogFile } from '../events/log-file.js';

const ID = 'first-steps';
const SAYING = { marker: { kind: 'stage_complete', stageNumber: 1 }, key: 'm1 [STAGE_COMPLETE:1] 1' } as const;

test('[terminal-events 4 claim] what was said and not kept, as the daemon was killed, is told when it is read again, and then never', async () => {
  await using file = await LogFile.open();
  const records = new ObservedAgents(file.store);
  const killed = await Sayings.load(ID, { records, onMarker: () => Promise.reject(new Error('killed')) });
  await expect(killed.tell('talk', SAYING)).rejects.toThrow('killed');
  const said: SaidMarker[] = [];
  for (let start = 0; start < 2; start += 1) {
    const sayings = await Sayings.load(ID, { records, onMarker: async (marker) => void said.push(marker) });
    await sayings.tell('talk', SAYING);
    await sayings.tell('talk', SAYING);
  }
  expect(said.map(({ key }) => key)).toEqual([`talk ${SAYING.key}`]);
});

test('of what was said, the latest is remembered, for each exercise', async () => {
  await using file = await LogFile.open();
  const records = new ObservedAgents(file.store);
  await file.store.insertInto('said_markers').values({ exercise_id: 'second', key: 'old', at: '2020' }).execute();
  for (let number = 1000; number <= 2000; number += 1) {
    const row = { exercise_id: ID, key: `${number}`, at: `2021-01-01T00:00:00.${number}Z` };
    await file.store.insertInto('said_markers').values(row).execute();
  }
  await records.addSaying(ID, 'latest');
  expect(await records.sayings('second')).toEqual(['old']);
  const kept = await records.sayings(ID);
  expect([kept.includes('1000'), kept.includes('2000'), kept.includes('latest')]).toEqual([false, true, true]);
});
