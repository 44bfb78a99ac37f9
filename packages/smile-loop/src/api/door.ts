import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError, sendError } from './api-error.js';
import { listen, listenOnSix } from './listen.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
export type SocketHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void | Promise<void>;

export interface DoorHandlers {
  readonly request: Handler;
  readonly upgrade: SocketHandler;
  readonly connect: SocketHandler;
}

/** An open server on this machine's loopback addresses. */
export interface Door {
  readonly port: number;
  /** Ends every connection. May be called again. */
  close(): Promise<void>;
}

/** Milliseconds in which a client has to send its request's head: it sits on the same machine. */
const HEAD_LIMIT_MS = 10_000;

/** What a handler throws is answered: an `ApiError` as what it is, anything else with 500. */
export async function openDoor(port: number, handlers: DoorHandlers): Promise<Door> {
  const sockets = new Set<Duplex>();
  const four = serverFor(handlers, sockets);
  const six = serverFor(handlers, sockets);
  const taken = await listen(four, port);
  const open = (await listenOnSix(six, taken)) ? [four, six] : [four];
  let closed: Promise<void> | undefined;
  const close = async () => {
    const ended = open.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
    for (const socket of sockets) socket.destroy();
    await Promise.all(ended);
  };
  return {
    port: taken,
    close() {
      closed ??= close();
      return closed;
    },
  };
}

function serverFor(handlers: DoorHandlers, sockets: Set<Duplex>): Server {
  const server = createServer({ headersTimeout: HEAD_LIMIT_MS }, answering(handlers.request));
  server.on('upgrade', takingSocket(handlers.upgrade));
  server.on('connect', takingSocket(handlers.connect));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return server;
}

function answering(handle: Handler): RequestListener {
  return async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      sendError(response, error);
    }
  };
}

function takingSocket(handle: SocketHandler) {
  return async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that leaves in the middle is no failure of ours.
    socket.on('error', () => socket.destroy());
    try {
      await handle(request, socket, head);
    } catch (error) {
      refuse(socket, error);
    }
  };
}

function refuse(socket: Duplex, error: unknown): void {
  const known = error instanceof ApiError ? error : new ApiError('internal', 'The loop could not answer this request.');
  const { status, body } = known;
  const head = [`HTTP/1.1 ${status} Refused`, 'Connection: close', 'Content-Type: application/json'];
  // Ended both ways: a client that does not close its half would keep the socket.
  socket.end(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () =>
    socket.destroy(),
  );
}
