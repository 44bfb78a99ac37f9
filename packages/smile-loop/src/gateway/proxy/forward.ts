import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** What is about one connection, and so passed on in neither direction. */
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

/** Asks a host over a connection to it, and passes on its answer; 502 where there is none. */
export function forward(url: URL, request: IncomingMessage, response: ServerResponse, upstream: Socket) {
  const entries = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.test(name));
  const headers = { ...Object.fromEntries(entries), host: url.host, connection: 'close' };
  const { method = 'GET' } = request;
  const path = `${url.pathname}${url.search}`;
  const asked = httpRequest({ createConnection: () => upstream, method, path, headers }, (answered) => {
    if (!sendHead(answered, response)) return void asked.destroy();
    // A break shows in both: the response is destroyed with what it comes from.
    pipeline(answered, response, () => {});
  });
  // Not the response: what a host sends behind the end of its answer, as a body where there is none, does not harm it.
  asked.on('error', () => asked.destroy());
  // After an error, and after what is neither that nor an answer: a change of the protocol, a head that may not be said.
  asked.on('close', () => {
    if (response.headersSent) return;
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`${url.host} broke off.\n`);
  });
  request.pipe(asked);
}

/** False for a head that may not be said, as a status of 099. */
function sendHead({ headers, statusCode = 502 }: IncomingMessage, response: ServerResponse): boolean {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.test(name));
  try {
    response.writeHead(statusCode, Object.fromEntries(kept));
    return true;
  } catch {
    return false;
  }
}
