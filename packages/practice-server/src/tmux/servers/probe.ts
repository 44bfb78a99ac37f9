import { connect } from 'node:net';
import { systemCode } from '@agent-factory/exercise-runtime';

/**
 * What a connection to a tmux server's socket shows: somebody listens, nobody does, or we could not find
 * out (no descriptors left, or a stopped server with a full backlog).
 */
export type Probe = 'listening' | 'refused' | 'unknown';

/** Error codes if no process holds the socket. Any other error says nothing about the server. */
const NOBODY = new Set(['ECONNREFUSED', 'ENOENT']);

/** Asks the server for nothing: tmux forgets a connection that sends nothing when it ends. */
export function probe(socketPath: string): Promise<Probe> {
  return new Promise((resolve) => {
    const socket = connect(socketPath, () => {
      socket.destroy();
      resolve('listening');
    });
    socket.on('error', (error) => resolve(NOBODY.has(systemCode(error) ?? '') ? 'refused' : 'unknown'));
  });
}
