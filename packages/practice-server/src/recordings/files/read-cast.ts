import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { breathe } from '../../system/breathe.js';
import { ByteLines } from '../../system/byte-lines.js';
import { type Beginning, type Ended, intervalOf, readBeginning, readEnded } from '../cast/cast-lines.js';

/** The first two lines take some 250 bytes, the last one less than 100. */
const HEAD_BYTES = 4096;
const TAIL_BYTES = 512;

/** What a file says of itself at its beginning and, if it is finished, at its end. */
export interface CastFacts {
  readonly beginning: Beginning;
  readonly ended: Ended | undefined;
  readonly bytes: number;
}

/** Undefined if the file is no recording of ours. Rejects with the system's error. */
export async function readCast(path: string): Promise<CastFacts | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const beginning = readBeginning(head.buffer.toString('utf8', 0, head.bytesRead).split('\n'));
    if (beginning === undefined) return undefined;
    const tail = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, Math.max(0, size - TAIL_BYTES));
    const lines = tail.buffer.toString('utf8', 0, tail.bytesRead).split('\n');
    // Without a line feed behind it, it is no whole line.
    return { beginning, ended: lines.at(-1) === '' ? readEnded(lines.at(-2) ?? '') : undefined, bytes: size };
  } finally {
    await file.close();
  }
}

/** How far a file has whole events, in bytes, and how long they last. What comes after was cut off. */
export async function measureCast(path: string): Promise<{ bytes: number; durationMs: number }> {
  const lines = new ByteLines();
  const measured = { bytes: 0, durationMs: 0 };
  for await (const piece of createReadStream(path)) {
    for (const line of lines.add(piece)) {
      const interval = measured.bytes === 0 ? 0 : intervalOf(line.toString());
      if (interval === undefined) return measured;
      measured.bytes += line.length + 1;
      measured.durationMs += interval;
    }
    await breathe();
  }
  return measured;
}
