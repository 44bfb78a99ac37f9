import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request as the SDK of the Model Context Protocol takes it. */
export async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming;
  const body = await buffer(incoming);
  const sent = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  return new Request(`http://127.0.0.1${url}`, {
    method,
    headers: Object.fromEntries(sent),
    ...(body.length > 0 && { body }),
  });
}

export async function sendAnswer(outgoing: ServerResponse, answer: Response): Promise<void> {
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.flushHeaders();
  for await (const chunk of answer.body ?? []) outgoing.write(chunk);
  outgoing.end();
}
