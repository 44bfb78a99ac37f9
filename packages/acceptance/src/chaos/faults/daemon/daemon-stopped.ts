import { access } from 'node:fs/promises';
import type { Fault } from '../../fault.js';

export const daemonStopped: Fault = {
  name: 'daemon-stopped',
  does: 'the daemon is asked to stop (SIGTERM), and started again',
  after: 'it stops soon, with 0 and without its discovery file, and starts',
  async strike({ world }) {
    const problems = await world.daemons.stop();
    const isLeft = await access(world.home.discoveryPath).then(
      () => true,
      () => false,
    );
    await world.daemons.start();
    return isLeft ? [...problems, 'the discovery file was left behind'] : problems;
  },
};
