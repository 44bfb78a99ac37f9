import type { Fault } from '../../fault.js';

export const daemonKilled: Fault = {
  name: 'daemon-killed',
  does: 'the daemon is killed (SIGKILL), and started again',
  after: 'it starts, and the pages come back by the ticket they have',
  async strike({ world }) {
    await world.daemons.kill();
    await world.daemons.start();
    return [];
  },
};
