import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../fault.js';
import { floodAt } from './flood-at.js';

const GLIMPSES = [5, 20] as const;
const CLOSED_MS = 90;
const OPEN_MS = 5;

export const slowReader: Fault = {
  name: 'slow-reader',
  does: 'a page reads a flood in glimpses',
  after: 'it shows the last of it as soon as it reads on',
  occupies: 'victim',
  async strike({ random, victim: session }) {
    const end = await floodAt(session, random);
    for (let glimpses = random.between(...GLIMPSES); glimpses > 0; glimpses -= 1) {
      session.page.socket?.pause();
      await pause(CLOSED_MS);
      session.page.socket?.resume();
      await pause(OPEN_MS);
    }
    end();
    return [];
  },
};
