import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Raised by `readAtMost` for folders, pipes, sockets and devices. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile';
}

/**
 * The first `limit` bytes of a regular file. Opened without waiting, since a pipe may never be written to.
 *
 * @throws NotAFile, and errors of the system
 */
export async function readAtMost(path: string, limit: number): Promise<Buffer> {
  await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (!(await handle.stat()).isFile()) throw new NotAFile(path);
  const buffer = Buffer.alloc(limit);
  let filled = 0;
  while (filled < limit) {
    const { bytesRead } = await handle.read(buffer, filled, limit - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
