import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Lab } from '../labs/lab.js';
import { median, quantile } from '../measures/numbers.js';
import type { Row } from '../row.js';

const REQUESTS = 500;
const REQUESTS_SHORT = 150;
/** The daemon keeps what it looked up for a second; at this pace, the 99th percentile is a look-up. */
const BETWEEN_MS = 15;

export const health: Row = {
  budgets: ['health'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    await lab.daemonLine();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const urls = [`${lab.daemon.url}/health`, (await lab.bridge()).url];
    const times = urls.map((): number[] => []);
    for (let n = 0; n < (short ? REQUESTS_SHORT : REQUESTS); n++) {
      for (const [which, url] of urls.entries()) times[which]?.push(await timeRequest(url, agent));
      await pause(BETWEEN_MS);
    }
    agent.destroy();
    const [own = [], empty = []] = times;
    const compared = { median: median(own), 'empty server': quantile(empty, 0.99) };
    return [{ budget: 'health', value: quantile(own, 0.99), compared }];
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
