import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  ERRORS,
  MAX_FRAME_BYTES,
  PracticeError,
  type SessionId,
  sessionIdSchema,
  TERMINAL_PATH,
} from '@agent-factory/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Guard } from '../access/guard.js';
import { sameSecret } from '../access/secrets.js';
import type { Door } from '../listen.js';
import type { Terminals } from './terminals.js';
import { Viewer } from './viewer.js';

interface EntranceOptions {
  readonly guard: Guard;
  readonly terminals: Terminals;
  /** The ticket of a live session, or undefined where there is no such session. */
  readonly ticketOf: (sessionId: SessionId) => Promise<string | undefined>;
}

/** The way in for browsers' terminals, and how it is closed. */
export interface TerminalEntrance {
  readonly upgrade: Door['upgrade'];
  /** Tells every connection that it may come back later; nobody new gets in. */
  close(): void;
  /** Drops the connections that did not answer. */
  cut(): void;
}

/**
 * Serves `/terminal/<session>?ticket=…`. Who may not talk to us at all gets an HTTP error and no
 * WebSocket; who has the wrong ticket gets a close code, which a page can read.
 */
export function createTerminalEntrance(options: EntranceOptions): TerminalEntrance {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  let closed = false;
  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      const refusal = closed ? closing() : refuse(request, options.guard);
      if (refusal !== undefined) return rejectUpgrade(socket, refusal);
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        // A broken frame is closed by `ws` itself, with its code; unheard, its error would end the daemon.
        webSocket.on('error', () => {});
        void admit(webSocket, request, options);
      });
    },
    close() {
      closed = true;
      for (const webSocket of sockets.clients) new Viewer(webSocket).close('going_away');
    },
    cut() {
      for (const webSocket of sockets.clients) webSocket.terminate();
    },
  };
}

function closing(): PracticeError {
  return new PracticeError('shutting_down', 'The practice server is closing. Start it again and try once more.');
}

function refuse(request: IncomingMessage, guard: Guard): PracticeError | undefined {
  try {
    if (!request.url?.startsWith(TERMINAL_PATH))
      throw new PracticeError('not_found', 'Terminals are at /terminal/<session>.');
    guard.authorize(request);
    return undefined;
  } catch (error) {
    return error instanceof PracticeError ? error : new PracticeError('internal', String(error));
  }
}

function rejectUpgrade(socket: Duplex, error: PracticeError): void {
  const body = JSON.stringify({ error: error.code, message: error.message });
  const head = [`HTTP/1.1 ${ERRORS[error.code].status} Refused`, 'Connection: close', 'Content-Type: application/json'];
  socket.end(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

async function admit(webSocket: WebSocket, request: IncomingMessage, options: EntranceOptions): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost');
  const sessionId = sessionIdSchema.safeParse(url.pathname.slice(TERMINAL_PATH.length));
  const viewer = new Viewer(webSocket);
  // Frames that arrive while the ticket is looked up wait in the kernel, not in a listener-less emitter.
  webSocket.pause();
  const ticket = sessionId.success ? await options.ticketOf(sessionId.data).catch(() => undefined) : undefined;
  if (sessionId.success && ticket !== undefined && sameSecret(url.searchParams.get('ticket') ?? '', ticket))
    await options.terminals.connect(sessionId.data, webSocket);
  else refuseTicket(viewer, ticket !== undefined);
  webSocket.resume();
}

function refuseTicket(viewer: Viewer, sessionLives: boolean): void {
  const [code, message] = sessionLives
    ? (['ticket_invalid', 'The ticket of this session is no longer valid. Start the exercise again.'] as const)
    : (['session_not_found', 'The session has ended. Start the exercise again.'] as const);
  viewer.sendError(code, message);
  viewer.close(code);
}
