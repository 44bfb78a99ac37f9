import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Answers with what the stream holds, no faster than the client reads. The stream is closed when the client leaves. */
export async function sendStream(response: Response, stream: Readable): Promise<void> {
  try {
    await pipeline(stream, response);
  } catch (error) {
    // The page has gone.
    if (!response.destroyed) throw error;
  }
}
