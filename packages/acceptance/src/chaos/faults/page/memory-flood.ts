import { setTimeout as pause } from 'node:timers/promises';
import { residentBytes } from '../../../machine/process-use.js';
import type { Fault } from '../../fault.js';
import { floodAt } from './flood-at.js';

const MB = 1024 * 1024;
/** A quarter of a megabyte is on its way to one reader; the rest is the ups and downs of garbage collection. */
const GROWS_AT_MOST_MB = 64;
const LOOKS = 15;
const LOOK_EVERY_MS = 100;

export const memoryFlood: Fault = {
  name: 'memory-flood',
  does: 'a session floods while its page reads nothing at all',
  after: `the daemon grows by less than ${GROWS_AT_MOST_MB} MB meanwhile`,
  occupies: 'victim',
  async strike({ world, random, victim: session }) {
    const { pid } = world.daemons;
    const end = await floodAt(session, random);
    const before = await residentBytes(pid);
    session.page.socket?.pause();
    let most = before;
    for (let looks = 0; looks < LOOKS; looks += 1) {
      await pause(LOOK_EVERY_MS);
      most = Math.max(most, await residentBytes(pid));
    }
    end();
    session.page.socket?.resume();
    const grown = (most - before) / MB;
    return grown < GROWS_AT_MOST_MB ? [] : [`the daemon grew by ${grown.toFixed(0)} MB`];
  },
};
