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
