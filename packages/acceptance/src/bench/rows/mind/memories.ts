import { join } from 'node:path';
import { Lab } from '../../labs/lab.js';
import { fillYear, YEAR } from '../../labs/year.js';
import { DaemonTimes } from '../../measures/daemon-time.js';
import { quantile } from '../../measures/numbers.js';
import { timed } from '../../measures/timed.js';
import type { Row } from '../../row.js';

const QUERIES = 200;
const QUERIES_SHORT = 40;
const SUBJECTS = [
  'closures',
  'promises',
  'joins in SQL',
  'mocking a clock',
  'race conditions',
  'layers of CSS',
  'recursion',
];

/** Ten memories out of 10,000, found by meaning. What they are found by is made once, before. */
export const mindMemories: Row = {
  budgets: ['mind-memories'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    await lab.daemon.stop();
    fillYear(join(lab.student.home, '.af-practice', 'state.db'));
    await lab.daemon.restart();
    const { ms: made } = await timed(() => ask(lab, 'anything'));
    const times = new DaemonTimes(lab.daemon.pid);
    for (let query = 0; query < (short ? QUERIES_SHORT : QUERIES); query++)
      await times.add(() => ask(lab, `${SUBJECTS[query % SUBJECTS.length]} in case ${query}`));
    const note = `${times.note}, making the index ${(made / 1000).toFixed(1)} s`;
    return [{ budget: 'mind-memories', value: quantile(times.wall, 0.95), note }];
  },
};

async function ask({ daemon }: Lab, query: string): Promise<void> {
  const headers = { authorization: `Bearer ${daemon.token}` };
  const wanted = new URLSearchParams({ query, limit: '10' });
  const text = await (await fetch(`${daemon.url}/coach/memories?${wanted}`, { headers })).text();
  const { memories, total } = JSON.parse(text) as { memories?: object[]; total?: number };
  if (memories?.length !== 10 || total !== YEAR.memories)
    throw new Error(`Not what was asked for: ${text.slice(0, 300)}`);
}
