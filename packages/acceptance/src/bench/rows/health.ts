import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BareProgram } from '../bare-program.js';
import { Lab } from '../labs/lab.js';
import { inTurns } from '../measures/in-turns.js';
import { median, p99 } from '../measures/numbers.js';
import type { Row } from '../row.js';

const REQUESTS = 1000;
const REQUESTS_SHORT = 150;
const WARM_UP_REQUESTS = 100;
/** The daemon keeps what it looked up for a second; at this pace, the 99th percentile is a look-up. */
const BETWEEN_MS = 15;
const EMPTY_SERVER = fileURLToPath(new URL('../programs/empty-express.js', import.meta.url));

export const health: Row = {
  budgets: ['health'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    await lab.daemonLine();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const empty = resources.add(await BareProgram.start(EMPTY_SERVER, { env: { ...lab.student.env } }));
    const urls = [`${lab.daemon.url}/health`, `http://127.0.0.1:${empty.port}/`];
    const times = urls.map((): number[] => []);
    // A program just started runs slower.
    for (const url of urls) for (let n = 0; n < WARM_UP_REQUESTS; n++) await timeRequest(url, agent);
    for (let n = 0; n < (short ? REQUESTS_SHORT : REQUESTS); n++) {
      for (const [which, url] of inTurns(urls, n)) times[which]?.push(await timeRequest(url, agent));
      await pause(BETWEEN_MS);
    }
    agent.destroy();
    const [own = [], theirs = []] = times;
    const compared = { median: median(own), 'empty server': p99(theirs) };
    return [{ budget: 'health', value: p99(own), compared }];
  },
};

function timeRequest(url: string, agent: Agent): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - startedAt));
    });
    request.on('error', reject);
  });
}
