import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Request as NodeRequest, Response as NodeResponse } from 'express';
import { sendStream } from '../../http/streams/send-stream.js';

/** A request in the form that the MCP server knows, without its body, which has been read. */
export function toWebRequest({ method, originalUrl, headers, headersDistinct }: NodeRequest): Request {
  const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Request(new URL(originalUrl, `http://${headers.host ?? 'localhost'}`), { method, headers: pairs });
}

/** Answers with what the MCP server has to say, as it says it. Its stream is cancelled when the agent leaves. */
export async function sendWebResponse(response: NodeResponse, answer: Response): Promise<void> {
  response.status(answer.status).setHeaders(answer.headers);
  // A stream may have nothing to say for long, and the agent waits for its beginning.
  response.flushHeaders();
  if (answer.body === null) response.end();
  else await sendStream(response, Readable.fromWeb(answer.body as WebStream));
}
