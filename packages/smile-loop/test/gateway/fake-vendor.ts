import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening extends AsyncDisposable {
  url: string;
  port: number;
}

export async function listen(handler: RequestListener): Promise<Listening> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, [Symbol.asyncDispose]: () => close(server) };
}

export interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

/** A vendor that answers every request in the same way and keeps what it was asked. */
export async function startVendor(
  answer: (response: ServerResponse, nth: number, request: IncomingMessage) => void,
): Promise<Listening & { asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    asked.push({ path: request.url ?? '', headers: request.headers, body: text ? JSON.parse(text) : {} });
    answer(response, asked.length, request);
  });
  return { ...server, asked };
}

export function events(response: ServerResponse, ...data: readonly Record<string, unknown>[]): ServerResponse {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of data) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return response;
}

export const START = {
  type: 'message_start',
  message: {
    model: 'claude-sonnet-5',
    usage: { input_tokens: 100, cache_read_input_tokens: 1000, cache_creation_input_tokens: 50, output_tokens: 1 },
  },
};
export const WORDS = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Grüße' } };
export const STOP = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 20 } };
export const END = { type: 'message_stop' };

async function close(server: ReturnType<typeof createServer>): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
