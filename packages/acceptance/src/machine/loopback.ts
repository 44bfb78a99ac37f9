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

/**
 * Ports that no system gives to whoever asks for any or connects to somebody (Linux has 32768 and up for
 * that, others 49152 and up): such a port stays free until it is listened on. Browsers refuse none of them.
 */
const FIRST_OWN_PORT = 20_000;
const OWN_PORTS = 12_000;
/** Tests that run side by side are processes with numbers side by side, and need a hundred ports each. */
const PORTS_OF_PROCESS = 101;

let portsGiven = 0;

/** A port for something that is started later, or more than once. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < OWN_PORTS; tries += 1) {
    const port = FIRST_OWN_PORT + ((process.pid * PORTS_OF_PROCESS + portsGiven++) % OWN_PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error('Every port for tests is in use');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await listenOnLoopback(server, port).then(
    () => true,
    () => false,
  );
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return free;
}
