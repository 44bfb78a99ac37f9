import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../fault.js';

const FROZEN_FOR_MS = [200, 2500] as const;

export const daemonFrozen: Fault = {
  name: 'daemon-frozen',
  does: 'the daemon is paused for seconds (SIGSTOP, SIGCONT), as when a machine sleeps',
  after: 'it goes on',
  async strike({ world, random }) {
    world.daemons.signal('SIGSTOP');
    await pause(random.between(...FROZEN_FOR_MS));
    world.daemons.signal('SIGCONT');
    return [];
  },
};
