import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { MAX_EXERCISE_ID_LENGTH } from '@agent-factory/protocol';

/** Longest path of a socket, in bytes: macOS has room for 104, including the final NUL. */
const MAX_SOCKET_PATH_BYTES = 103;

/** Where the daemon of a home keeps its sockets: below it, or below /tmp if that path is too long for a socket's. */
export function socketFolder(home: string): string {
  const own = join(home, '.af-practice', 'run');
  if (Buffer.byteLength(own) + 1 + MAX_EXERCISE_ID_LENGTH <= MAX_SOCKET_PATH_BYTES) return own;
  return join('/tmp', `af-practice-${userInfo().uid}-${createHash('sha256').update(home).digest('hex').slice(0, 8)}`);
}
