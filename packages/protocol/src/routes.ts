import { verificationResultSchema } from './exercise/verification.js';
import { healthSchema } from './health/health.js';
import { HEALTH_PATH } from './health/health-path.js';
import type { Route } from './route.js';
import {
  exerciseRequestSchema,
  exercisesResponseSchema,
  finishResponseSchema,
  resetResponseSchema,
  sessionsResponseSchema,
  startRequestSchema,
  startResponseSchema,
} from './sessions/sessions.js';
import { historyResponseSchema, widthsResponseSchema } from './terminal/rest.js';

/** The routes of the core. Each capability defines its own beside its schemas. */
export const ROUTES = {
  health: { method: 'GET', path: HEALTH_PATH, isOpen: true, response: healthSchema },
  exercises: { method: 'GET', path: '/exercises', isOpen: true, response: exercisesResponseSchema },
  sessions: { method: 'GET', path: '/exercises/sessions', isOpen: true, response: sessionsResponseSchema },
  start: { method: 'POST', path: '/exercises/start', request: startRequestSchema, response: startResponseSchema },
  verify: {
    method: 'POST',
    path: '/exercises/verify',
    request: exerciseRequestSchema,
    response: verificationResultSchema,
  },
  reset: { method: 'POST', path: '/exercises/reset', request: exerciseRequestSchema, response: resetResponseSchema },
  finish: { method: 'POST', path: '/exercises/finish', request: exerciseRequestSchema, response: finishResponseSchema },
  history: { method: 'GET', path: '/terminal/:sessionId/history', response: historyResponseSchema },
  widths: { method: 'GET', path: '/terminal/widths', response: widthsResponseSchema },
} as const satisfies Record<string, Route>;

/** Media type with which a client asks `verify` to send each row as soon as it is decided. */
export const NDJSON = 'application/x-ndjson';

/** The path of a terminal WebSocket: this, followed by the session id. */
export const TERMINAL_PATH = '/terminal/';
