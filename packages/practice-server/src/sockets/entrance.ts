import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE_CODES, ERRORS, MAX_FRAME_BYTES, PracticeError } from '@agent-factory/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Caller, Guard } from '../access/guard.js';
import type { Door } from '../listen.js';
import type { Faults } from '../system/faults.js';
import type { ServedSocket } from './served-socket.js';

/** How long a refused client may take to read why and to leave, in milliseconds. */
const LAST_READ_MS = 2000;

interface EntranceOptions {
  readonly guard: Guard;
  readonly faults: Faults;
  readonly sockets: readonly ServedSocket[];
}

/** The way in for WebSockets, and how to close it. */
export interface Entrance {
  readonly upgrade: Door['upgrade'];
  /** Tells every connection that it may come back later; nobody new gets in. */
  close(): void;
  /** Drops the connections that did not answer. */
  cut(): void;
}

/** A client that may not talk to us, or asks for a path that nobody serves, gets an HTTP error and no WebSocket. */
export function createEntrance(options: EntranceOptions): Entrance {
  const servers = new Map(options.sockets.map((served) => [served, serverFor(served)]));
  const clients = () => [...servers.values()].flatMap((server) => [...server.clients]);
  let closed = false;
  return {
    async upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      // Data that arrives meanwhile waits in the socket: nobody reads it before the WebSocket does.
      const admitted = await admit(request, options);
      if (closed || admitted instanceof PracticeError)
        return rejectUpgrade(socket, admitted instanceof PracticeError ? admitted : closing());
      const { served, caller } = admitted;
      servers.get(served)?.handleUpgrade(request, socket, head, (webSocket) => {
        // After a broken frame, `ws` closes with its code; without a listener, the error would end the daemon.
        webSocket.on('error', () => {});
        const connected = (async () => served.connect(webSocket, request, caller))();
        connected.catch((error: unknown) => turnAway(webSocket, error, options));
      });
    },
    close() {
      closed = true;
      for (const webSocket of clients()) webSocket.close(CLOSE_CODES.going_away.code);
    },
    cut() {
      for (const webSocket of clients()) webSocket.terminate();
    },
  };
}

function closing(): PracticeError {
  return new PracticeError(
    'shutting_down',
    'The practice server is shutting down. Start it again, then try once more.',
  );
}

/** What is larger than a message of its own kind is refused before it is buffered. */
function serverFor({ maxBytes = MAX_FRAME_BYTES }: ServedSocket): WebSocketServer {
  return new WebSocketServer({ noServer: true, maxPayload: maxBytes, perMessageDeflate: false });
}

/** Who serves this request, and who sends it; or why nobody serves it. */
async function admit(
  request: IncomingMessage,
  { guard, sockets }: EntranceOptions,
): Promise<{ served: ServedSocket; caller: Caller } | PracticeError> {
  try {
    const caller = await guard.authorize(request);
    const served = sockets.find(({ path }) => isServedBy(path, request.url ?? ''));
    if (served !== undefined) return { served, caller };
  } catch (error) {
    return error instanceof PracticeError ? error : new PracticeError('internal', String(error));
  }
  return new PracticeError('not_found', 'There is no WebSocket at this path. Terminals are at /terminal/<session>.');
}

function isServedBy(path: string, url: string): boolean {
  return path.endsWith('/') ? url.startsWith(path) : url.split('?', 1)[0] === path;
}

function rejectUpgrade(socket: Duplex, error: PracticeError): void {
  const body = JSON.stringify({ error: error.code, message: error.message });
  const head = [`HTTP/1.1 ${ERRORS[error.code].status} Refused`, 'Connection: close', 'Content-Type: application/json'];
  // Read to the end, because unread data would cause a reset, which would lose the answer; but not for ever.
  socket.resume();
  const late = setTimeout(() => socket.destroy(), LAST_READ_MS);
  socket.on('close', () => clearTimeout(late));
  socket.end(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** What the page asked for could not be reached; the page may try again. */
function turnAway(webSocket: WebSocket, error: unknown, { faults }: EntranceOptions): void {
  const end = () => webSocket.close(CLOSE_CODES.attach_failed.code);
  faults.run({ name: 'upgrade', end }, () => faults.handle(error));
}
