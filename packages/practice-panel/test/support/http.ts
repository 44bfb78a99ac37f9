import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
// What reads answers is loaded with the first one. Loaded here, it takes up no part of a test's time.
import '../../src/client/server/wire.js';

/** A real server on a free loopback port, closed at the end of the scope. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
}

export async function serve(handle: RequestListener): Promise<TestServer> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A port that was free a moment ago and has no listener. */
export async function unusedPort(): Promise<number> {
  const server = await serve(() => {});
  await server[Symbol.asyncDispose]();
  return server.port;
}

export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

export async function readBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString());
}
