import { connect } from 'node:net';
import { systemCode } from '@agent-factory/exercise-runtime';

/**
 * What a connection to a tmux server's socket says: somebody listens, nobody does, or it could not be
 * found out (no descriptors left, a server that is stopped and whose backlog is full).
 */
export type Probe = 'listening' | 'refused' | 'unknown';

/** What the system says where no process holds the socket. Whatever else goes wrong says nothing about the server. */
const NOBODY = new Set(['ECONNREFUSED', 'ENOENT']);

/** Asks nothing of the server: a connection that says nothing is one tmux forgets at its end. */
export function probe(socketPath: string): Promise<Probe> {
  return new Promise((resolve) => {
    const socket = connect(socketPath, () => {
      socket.destroy();
      resolve('listening');
    });
    socket.on('error', (error) => resolve(NOBODY.has(systemCode(error) ?? '') ? 'refused' : 'unknown'));
  });
}
