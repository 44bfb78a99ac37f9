import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Binds a server to a free loopback port and gives its address. */
export async function listenOnLoopback(server: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A port that nobody listens on now, for something that is started later. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = new URL(await listenOnLoopback(server));
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return Number(port);
}
