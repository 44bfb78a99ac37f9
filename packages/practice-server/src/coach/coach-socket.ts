import type { IncomingMessage } from 'node:http';
import { type CloseName, type ErrorCode, PracticeError } from '@agent-factory/protocol';
import { COACH_SOCKET_PATH, encodeServerMessage, MAX_MESSAGE_BYTES } from '@agent-factory/protocol/coach';
import { WebSocket } from 'ws';
import type { SessionAccess } from '../sessions/session-access.js';
import type { ServedSocket } from '../sockets/served-socket.js';
import type { CoachService } from './coach-service.js';
import { closeWith, PageSocket } from './page-socket.js';
import { requireProject } from './project-access.js';

/** What a refused page is to do: come back by itself, begin anew, or leave it to the student. */
const CLOSES: Partial<Record<ErrorCode, CloseName>> = {
  invalid_exercise_id: 'protocol_error',
  project_not_found: 'session_not_found',
  project_forbidden: 'session_not_found',
  too_many_connections: 'too_many_viewers',
  shutting_down: 'going_away',
};

/** Serves `/ws?project=<id>`. A page that is refused is told why by `connection:error`, and then by the close code. */
export function coachSocket(host: SessionAccess, service: CoachService): ServedSocket {
  return {
    path: COACH_SOCKET_PATH,
    maxBytes: MAX_MESSAGE_BYTES,
    async connect(socket, request, caller) {
      // Messages that arrive while the project is opened wait in the kernel, not in an emitter without listeners.
      socket.pause();
      try {
        const projectId = requireProject(caller, projectIn(request));
        const project = await (await service.load()).open(projectId);
        if (socket.readyState !== WebSocket.OPEN) return;
        const owner = { name: `coach ${projectId}`, end: () => socket.terminate() };
        host.faults.run(owner, () => new PageSocket(socket, { project, caller, events: host.events }));
      } catch (error) {
        if (!(error instanceof PracticeError)) throw error;
        refuse(socket, error);
      } finally {
        socket.resume();
      }
    },
  };
}

function projectIn({ url = '' }: IncomingMessage): string {
  return new URL(url, 'http://localhost').searchParams.get('project') ?? '';
}

function refuse(socket: WebSocket, { code, message, facts }: PracticeError): void {
  const error = { code, message, context: { ...facts } };
  if (socket.readyState === WebSocket.OPEN)
    socket.send(encodeServerMessage('connection:error', error, { timestamp: Date.now() }));
  closeWith(socket, CLOSES[code] ?? 'attach_failed', code);
}
