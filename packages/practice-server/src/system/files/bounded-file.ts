import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Why something on the disk was not read. */
export class NotReadable extends Error {
  override readonly name = 'NotReadable';
  readonly reason: 'no_file' | 'too_large';

  constructor(reason: NotReadable['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Reads a file of at most `maxBytes`; what it grows by meanwhile is left out. A folder, a pipe or a device
 * does not count as a file: reading it might never end. Rejects with NotReadable, or with the system's error.
 */
export async function readBounded(path: string, maxBytes: number): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new NotReadable('no_file');
    if (found.size > maxBytes) throw new NotReadable('too_large');
    return await readWhole(file, found.size);
  } finally {
    await file.close();
  }
}

/**
 * The text of a file that we wrote ourselves. Undefined if there is none, or if it is unreadable or too long
 * to be ours: then it is worthless, and the caller writes a new one.
 */
export async function readOwnFile(path: string, maxBytes: number): Promise<string | undefined> {
  const content = await readBounded(path, maxBytes).catch(() => undefined);
  return content?.toString();
}

async function readWhole(file: FileHandle, size: number): Promise<Buffer> {
  const content = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(content, at, size - at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return content.subarray(0, at);
}
