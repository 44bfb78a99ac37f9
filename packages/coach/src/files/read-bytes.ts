import type { BigIntStats } from 'node:fs';
import { type FileHandle, lstat } from 'node:fs/promises';
import { MAX_FILE_BYTES } from '@agent-factory/protocol/coach';
import { openInside, type Place } from './open-inside.js';
import type { ProjectFolder } from './project-folder.js';
import { readFailure, unsuitable } from './refusals.js';

/** What is read at once; a file of the ordinary size takes one or two. */
const CHUNK_BYTES = 1024 * 1024;

/** All bytes of a regular file inside of the project. Throws what `readFile` throws of files that cannot be read. */
export async function readBytes(folder: ProjectFolder, place: Place, maxBytes = MAX_FILE_BYTES): Promise<Buffer> {
  try {
    // Looked at before it is opened: opening alone wakes some devices.
    checkSuitable(place.path, await lstat(place.real, { bigint: true }), maxBytes);
    const file = await openInside(folder, place);
    try {
      return await bytesOf(file, place.path, maxBytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw readFailure(error, place.path);
  }
}

/** All bytes of an opened file; throws `file_unsuitable` for what is no regular file, or too large. */
export async function bytesOf(file: FileHandle, path: string, maxBytes = MAX_FILE_BYTES): Promise<Buffer> {
  const stats = await file.stat({ bigint: true });
  checkSuitable(path, stats, maxBytes);
  const chunks: Buffer[] = [];
  let total = 0;
  // One byte more than it should have, as it may grow while it is read.
  let room = Buffer.allocUnsafe(Number(stats.size) + 1);
  for (;;) {
    const { bytesRead } = await file.read(room, 0, room.length, total);
    if (bytesRead === 0) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    chunks.push(room.subarray(0, bytesRead));
    total += bytesRead;
    if (total > maxBytes) throw unsuitable(path, 'too_large');
    room = bytesRead < room.length ? room.subarray(bytesRead) : Buffer.allocUnsafe(CHUNK_BYTES);
  }
}

function checkSuitable(path: string, stats: BigIntStats, maxBytes: number): void {
  if (!stats.isFile()) throw unsuitable(path, 'not_a_file');
  if (stats.size > maxBytes) throw unsuitable(path, 'too_large');
}
