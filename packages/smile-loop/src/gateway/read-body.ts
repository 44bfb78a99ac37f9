import type { IncomingMessage } from 'node:http';

/** Bytes of a request at most: the limit of the Messages API, the largest of the three. */
const MAX_REQUEST_BYTES = 32 * 1024 * 1024;

/** Undefined where it is larger than it may be; the rest is then left unread. Throws if the client goes away. */
export async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_REQUEST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
