import { join } from 'node:path';
import { Lab } from '../../labs/lab.js';
import { fillYear, YEAR } from '../../labs/year.js';
import { DaemonTimes } from '../../measures/daemon-time.js';
import { median, quantile } from '../../measures/numbers.js';
import type { Row } from '../../row.js';

const ROUNDS = 60;
const ROUNDS_SHORT = 20;
const STARTS = 5;
const STARTS_SHORT = 2;

/**
 * The learner's dashboard with a year of work. Cold: what its page asks first of a daemon that has just started, once the
 * page is there with its scripts. What was done is counted as it comes, so the very first request, which counts a whole
 * year, is only told.
 */
export const mindDashboard: Row = {
  budgets: ['mind-dashboard', 'mind-dashboard-cold'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    await lab.daemon.stop();
    fillYear(join(lab.student.home, '.af-practice', 'state.db'));
    await lab.daemon.restart();
    // What memories are found by is made once, in the background.
    await askMemories(lab);
    const counting = new DaemonTimes(lab.daemon.pid);
    await counting.add(() => askDashboard(lab));
    const cold: DaemonTimes[] = [];
    for (let start = 0; start < (short ? STARTS_SHORT : STARTS); start++) {
      await lab.daemon.stop();
      await lab.daemon.restart();
      await openPage(lab);
      const first = new DaemonTimes(lab.daemon.pid);
      await first.add(() => askDashboard(lab));
      cold.push(first);
    }
    await askMemories(lab);
    const warm = new DaemonTimes(lab.daemon.pid);
    for (let round = 0; round < (short ? ROUNDS_SHORT : ROUNDS); round++) await warm.add(() => askDashboard(lab));
    return [
      { budget: 'mind-dashboard', value: quantile(warm.wall, 0.95), note: warm.note },
      {
        budget: 'mind-dashboard-cold',
        value: median(cold.flatMap(({ wall }) => wall)),
        note: `${cold[0]?.note}; counting a year: ${counting.note}`,
      },
    ];
  },
};

async function askMemories({ daemon }: Lab): Promise<void> {
  const headers = { authorization: `Bearer ${daemon.token}` };
  await (await fetch(`${daemon.url}/coach/memories?query=anything`, { headers })).text();
}

/** As a browser does before the page can ask anything. */
async function openPage({ daemon }: Lab): Promise<void> {
  const headers = { authorization: `Bearer ${daemon.token}` };
  const page = `${daemon.url}/dashboard/`;
  const html = await (await fetch(page, { headers })).text();
  const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].flatMap(([, path]) => path ?? []);
  if (scripts.length === 0) throw new Error(`The page has no script: ${html.slice(0, 300)}`);
  for (const path of scripts) await (await fetch(new URL(path, page), { headers })).text();
}

async function askDashboard({ daemon }: Lab): Promise<void> {
  const headers = { authorization: `Bearer ${daemon.token}` };
  const text = await (await fetch(`${daemon.url}/coach/dashboard?period=all`, { headers })).text();
  const { stats } = JSON.parse(text) as { stats?: { sessionsCompleted: number } };
  if ((stats?.sessionsCompleted ?? 0) < YEAR.sessions / 2) throw new Error(`This is no year: ${text.slice(0, 300)}`);
}
