import { createServer, type Server } from 'node:http';
import { listenOnLoopback } from '../../../machine/loopback.js';
import { waitUntil } from '../../../machine/wait-until.js';
import type { Fault } from '../../fault.js';

/** If somebody else is just checking whether the port is free, as tests beside this do, it is taken a moment later. */
function takePort(port: number): Promise<Server> {
  const other = createServer((_request, response) => response.end('somebody else'));
  const listen = () =>
    listenOnLoopback(other, port).then(
      () => other,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        return undefined;
      },
    );
  return waitUntil(listen, () => `port ${port} is another program's`);
}

export const portTaken: Fault = {
  name: 'port-taken',
  does: 'the daemon is killed, and another program takes its port before it is back',
  after: 'it serves on another port, and on its own again when that is free',
  async strike({ world }) {
    const { daemons, sessions } = world;
    await daemons.kill();
    const other = await takePort(daemons.preferredPort);
    try {
      await daemons.start();
      // One that was being reset has ended, and may not have begun again.
      const living = sessions.filter(({ expected }) => expected !== undefined);
      await Promise.all(living.map((session) => session.back()));
    } finally {
      other.closeAllConnections();
      await new Promise((resolve) => other.close(resolve));
    }
    const problems = await daemons.stop();
    await daemons.start();
    return daemons.port === daemons.preferredPort ? problems : [...problems, 'it did not take its own port again'];
  },
};
