import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** The loopback of both families: a program may try either first. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;
/** A port that is free on the one address and not on the other is rare; twice in a row does not happen. */
const PORT_TRIES = 5;
/** Error codes for an address that this machine, or container, does not have. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

export interface Listeners {
  readonly port: number;
  close(): void;
}

/**
 * Listens on the loopback of both families, at one port; 0 for any. Without IPv6, on 127.0.0.1 only.
 * Rejects with the system's error, as for a port in use.
 */
export async function listenOnLoopback(port: number, onConnection: (socket: Socket) => void): Promise<Listeners> {
  for (let attempt = 1; ; attempt += 1) {
    const [v4, v6] = LOOPBACK.map(() => createServer({ allowHalfOpen: true, noDelay: true }, onConnection)) as [
      Server,
      Server,
    ];
    try {
      const chosen = await listen(v4, LOOPBACK[0], port);
      await listen(v6, LOOPBACK[1], chosen).catch(unlessNoSuchAddress);
      return { port: chosen, close: () => closeAll([v4, v6]) };
    } catch (error) {
      closeAll([v4, v6]);
      if (port !== 0 || attempt === PORT_TRIES || !isCode(error, 'EADDRINUSE')) throw error;
    }
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen({ host, port });
  await once(server, 'listening');
  // A server that cannot accept for the moment (no descriptor left) goes on; there is nobody to tell.
  server.on('error', () => undefined);
  return (server.address() as AddressInfo).port;
}

function closeAll(servers: readonly Server[]): void {
  for (const server of servers) if (server.listening) server.close();
}

function unlessNoSuchAddress(error: unknown): void {
  if (!NO_SUCH_ADDRESS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
