import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ContainerEnd } from '../../src/tunnel/container-end.js';
import { HostEnd } from '../../src/tunnel/host-end.js';
import type { Wire } from '../../src/tunnel/wire.js';

function wireOf(duplex: Duplex): Wire {
  return { input: duplex, output: duplex };
}

/** A server on loopback at any port; its connections are destroyed with it. */
export async function startServer(
  handle: (socket: Socket) => void,
): Promise<{ port: number; server: Server } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    handle(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dispose = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, server, [Symbol.asyncDispose]: dispose };
}

export interface Tunnel extends AsyncDisposable {
  readonly host: HostEnd;
  readonly container: ContainerEnd;
  readonly wires: readonly [Duplex, Duplex];
  /** What each end was told. */
  readonly atHost: unknown[];
  readonly atContainer: unknown[];
}

/** The two ends of a connection on this machine. */
async function connectedPair(): Promise<readonly [Socket, Socket]> {
  const listening = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const accepted = once(listening, 'connection');
  const { port } = listening.address() as AddressInfo;
  const dialled = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  const [socket] = (await accepted) as [Socket];
  listening.close();
  return [dialled, socket];
}

/** Both ends over a connection, to a server on this machine. */
export async function openTunnel(port: number): Promise<Tunnel> {
  const wires = await connectedPair();
  const atHost: unknown[] = [];
  const atContainer: unknown[] = [];
  const host = new HostEnd({
    wire: wireOf(wires[0]),
    connect: () => connect({ host: '127.0.0.1', port, allowHalfOpen: true }),
    onMessage: (message) => atHost.push(message),
  });
  const container = await ContainerEnd.listen({
    wire: wireOf(wires[1]),
    port: 0,
    onMessage: (message) => atContainer.push(message),
  });
  const dispose = async (): Promise<void> => {
    await container[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
    for (const wire of wires) wire.destroy();
  };
  return { host, container, wires, atHost, atContainer, [Symbol.asyncDispose]: dispose };
}

export async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Waits until it holds, looking at each turn of the event loop. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
