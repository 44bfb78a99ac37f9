import { type GridSize, gridSizeSchema, type SessionId, sessionIdSchema, TERMINAL_PATH } from '@agent-factory/protocol';
import { knowsOf } from '../access/folders-seen.js';
import type { ServedSocket } from '../sockets/served-socket.js';
import type { Terminals } from './terminals.js';
import { Viewer } from './viewer.js';

export interface TerminalSocketOptions {
  readonly terminals: Terminals;
  /** Whether a ticket opens a session. */
  readonly admits: (sessionId: SessionId, ticket: string) => Promise<'yes' | 'wrong_ticket' | 'no_session'>;
}

/**
 * Serves `/terminal/<session>?ticket=…[&cols=<n>&rows=<n>]`. With a size it attaches at once, as if the first frame had
 * said it. A wrong ticket is answered with a close code, which a page can read.
 */
export function terminalSocket({ terminals, admits }: TerminalSocketOptions): ServedSocket {
  return {
    path: TERMINAL_PATH,
    async connect(socket, request, caller) {
      const url = new URL(request.url ?? '', 'http://localhost');
      const sessionId = sessionIdSchema.safeParse(url.pathname.slice(TERMINAL_PATH.length));
      const given = url.searchParams.get('ticket') ?? '';
      // Frames that arrive while the ticket is looked up wait in the kernel, not in an emitter without listeners.
      socket.pause();
      try {
        const admitted = sessionId.success ? await admits(sessionId.data, given) : 'no_session';
        const size = sizeIn(url.searchParams);
        if (size === 'none that may be') refuseSize(new Viewer(socket));
        else if (sessionId.success && admitted === 'yes') await terminals.connect(sessionId.data, socket, size);
        else
          refuseTicket(
            new Viewer(socket),
            sessionId.success && admitted === 'wrong_ticket' && knowsOf(caller, sessionId.data),
          );
      } finally {
        socket.resume();
      }
    },
  };
}

/** Undefined where the address names none. */
function sizeIn(params: URLSearchParams): GridSize | 'none that may be' | undefined {
  const [cols, rows] = [params.getAll('cols'), params.getAll('rows')];
  if (cols.length === 0 && rows.length === 0) return undefined;
  const size = gridSizeSchema.safeParse({ cols: numberIn(cols), rows: numberIn(rows) });
  return size.success ? size.data : 'none that may be';
}

/** One number in digits; undefined for anything else. */
function numberIn([text = '', ...more]: readonly string[]): number | undefined {
  return more.length === 0 && /^\d+$/.test(text) ? Number(text) : undefined;
}

function refuseSize(viewer: Viewer): void {
  viewer.sendError('invalid_frame', 'The address names a size, but cols and rows are not those of a terminal.');
  viewer.close('protocol_error');
}

function refuseTicket(viewer: Viewer, sessionLives: boolean): void {
  const [code, message] = sessionLives
    ? (['ticket_invalid', 'The ticket of this session is no longer valid. Start the exercise again.'] as const)
    : (['session_not_found', 'The session has ended. Start the exercise again.'] as const);
  viewer.sendError(code, message);
  viewer.close(code);
}
