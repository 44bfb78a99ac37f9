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
import type { Door } from '../listen.js';
import type { Faults } from '../system/faults.js';
import type { Terminals } from './terminals.js';
import { Viewer } from './viewer.js';

/** How long whoever is refused may take to read why and to leave, in milliseconds. */
const LAST_READ_MS = 2000;

interface EntranceOptions {
  readonly guard: Guard;
  readonly terminals: Terminals;
  readonly faults: Faults;
  /** Whether a ticket opens a session. */
  readonly admits: (sessionId: SessionId, ticket: string) => Promise<'yes' | 'wrong_ticket' | 'no_session'>;
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
    async upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      // What arrives meanwhile waits in the socket: nobody reads it before the WebSocket does.
      const refusal = await refuse(request, options.guard);
      if (closed || refusal !== undefined) return rejectUpgrade(socket, refusal ?? closing());
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        // A broken frame is closed by `ws` itself, with its code; unheard, its error would end the daemon.
        webSocket.on('error', () => {});
        admit(webSocket, request, options).catch((error: unknown) => turnAway(webSocket, error, options));
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

async function refuse(request: IncomingMessage, guard: Guard): Promise<PracticeError | undefined> {
  try {
    await guard.authorize(request);
    if (!request.url?.startsWith(TERMINAL_PATH))
      throw new PracticeError('not_found', 'Terminals are at /terminal/<session>.');
    return undefined;
  } catch (error) {
    return error instanceof PracticeError ? error : new PracticeError('internal', String(error));
  }
}

function rejectUpgrade(socket: Duplex, error: PracticeError): void {
  const body = JSON.stringify({ error: error.code, message: error.message });
  const head = [`HTTP/1.1 ${ERRORS[error.code].status} Refused`, 'Connection: close', 'Content-Type: application/json'];
  // Read to its end, as an answer to data that nobody took would be lost with a reset; but not for ever.
  socket.resume();
  const late = setTimeout(() => socket.destroy(), LAST_READ_MS);
  socket.on('close', () => clearTimeout(late));
  socket.end(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

async function admit(webSocket: WebSocket, request: IncomingMessage, options: EntranceOptions): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost');
  const sessionId = sessionIdSchema.safeParse(url.pathname.slice(TERMINAL_PATH.length));
  const viewer = new Viewer(webSocket);
  // Frames that arrive while the ticket is looked up wait in the kernel, not in a listener-less emitter.
  webSocket.pause();
  const given = url.searchParams.get('ticket') ?? '';
  const admitted = sessionId.success ? await options.admits(sessionId.data, given) : 'no_session';
  if (sessionId.success && admitted === 'yes') await options.terminals.connect(sessionId.data, webSocket);
  else refuseTicket(viewer, admitted === 'wrong_ticket');
  webSocket.resume();
}

/** The way to the terminal failed; the page may try again. */
function turnAway(webSocket: WebSocket, error: unknown, { faults }: EntranceOptions): void {
  faults.run({ name: 'upgrade', end: () => new Viewer(webSocket).close('attach_failed') }, () => faults.handle(error));
  webSocket.resume();
}

function refuseTicket(viewer: Viewer, sessionLives: boolean): void {
  const [code, message] = sessionLives
    ? (['ticket_invalid', 'The ticket of this session is no longer valid. Start the exercise again.'] as const)
    : (['session_not_found', 'The session has ended. Start the exercise again.'] as const);
  viewer.sendError(code, message);
  viewer.close(code);
}
