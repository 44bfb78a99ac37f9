import { readdir, stat } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import Database from 'libsql';
import { Lab } from '../../labs/lab.js';
import { median } from '../../measures/numbers.js';
import type { Row } from '../../row.js';

/** A day of heavy use. */
const EVENTS = 50_000;
const ROUNDS = 9;
const ROUNDS_SHORT = 3;
const BYTES_PER_MB = 1024 * 1024;

/** What such a day has: most of it are agents at work and criteria with what was expected and found. */
const FILL = `
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${EVENTS})
  insert into events (at, exercise_id, type, data)
  select strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'exercise-' || (i % 20),
    case i % 4 when 0 then 'criterion_judged' else 'agent_state' end,
    case i % 4 when 0 then json_object('criterion', json_object('id', 'remembers-earlier-turns', 'name',
      'Remembers earlier turns', 'passed', json('false'), 'status', 'failed', 'message',
      'The second question was answered as if the first had never been asked.', 'expected', 'Your name is Maya.',
      'found', 'I do not know your name.', 'where', 'agent.py:' || (i % 90), 'durationMs', i % 700))
    else json_object('agent', 'claude', 'state', 'working', 'source', 'hook') end
  from n`;

/** What a day of heavy use costs on the disk, and how long it takes to read it all again. */
export const day: Row = {
  budgets: ['events-disk', 'events-replay'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    await lab.daemon.stop();
    const folder = join(lab.student.home, '.af-practice');
    const before = await stateBytes(folder);
    fill(join(folder, 'state.db'));
    await lab.daemon.restart();
    const times: number[] = [];
    for (let round = 0; round < (short ? ROUNDS_SHORT : ROUNDS); round++) times.push(await timeReplay(lab));
    await lab.daemon.stop();
    const bytes = (await stateBytes(folder)) - before;
    return [
      { budget: 'events-disk', value: bytes / BYTES_PER_MB },
      { budget: 'events-replay', value: median(times) },
    ];
  },
};

function fill(path: string): void {
  const database = new Database(path);
  database.exec(FILL);
  database.close();
}

/** The database and what SQLite keeps beside it. */
async function stateBytes(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('state.db'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** As `curl` reads it: what a client makes of the text is its own time. */
async function timeReplay({ daemon }: Lab): Promise<number> {
  const chunks: Buffer[] = [];
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${daemon.token}` };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${daemon.url}/events?after=start&follow=no`, { headers, agent: false }, resolve).on('error', reject);
  });
  for await (const chunk of response) chunks.push(chunk);
  const time = performance.now() - startedAt;
  const count = Buffer.concat(chunks).toString().split('\ndata: ').length - 2; // the first says where it begins
  if (count < EVENTS) throw new Error(`Only ${count} events of ${EVENTS} came`);
  return time;
}
