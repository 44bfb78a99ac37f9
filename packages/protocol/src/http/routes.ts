import type { z } from 'zod';
import { verificationResultSchema } from '../exercise/verification.js';
import {
  exerciseRequestSchema,
  exercisesResponseSchema,
  finishResponseSchema,
  resetResponseSchema,
  sessionsResponseSchema,
  startRequestSchema,
  startResponseSchema,
  watchStreamRowSchema,
} from './exercises.js';
import { healthSchema } from './health.js';
import { hintRequestSchema, hintResponseSchema, solutionRequestSchema, solutionResponseSchema } from './hints.js';
import {
  progressDocumentSchema,
  progressImportResponseSchema,
  progressResetRequestSchema,
  progressResetResponseSchema,
} from './progress.js';
import { historyResponseSchema, widthsResponseSchema } from './terminal.js';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly request?: z.ZodType;
  readonly response: z.ZodType;
}

/** Every route of the daemon: both sides parse with these schemas. */
export const ROUTES = {
  health: { method: 'GET', path: '/health', response: healthSchema },
  exercises: { method: 'GET', path: '/exercises', response: exercisesResponseSchema },
  sessions: { method: 'GET', path: '/exercises/sessions', response: sessionsResponseSchema },
  start: { method: 'POST', path: '/exercises/start', request: startRequestSchema, response: startResponseSchema },
  verify: {
    method: 'POST',
    path: '/exercises/verify',
    request: exerciseRequestSchema,
    response: verificationResultSchema,
  },
  reset: { method: 'POST', path: '/exercises/reset', request: exerciseRequestSchema, response: resetResponseSchema },
  watch: {
    method: 'POST',
    path: '/exercises/watch',
    request: exerciseRequestSchema,
    response: watchStreamRowSchema,
  },
  hint: { method: 'POST', path: '/exercises/hint', request: hintRequestSchema, response: hintResponseSchema },
  solution: {
    method: 'POST',
    path: '/exercises/solution',
    request: solutionRequestSchema,
    response: solutionResponseSchema,
  },
  progress: { method: 'GET', path: '/progress', response: progressDocumentSchema },
  importProgress: {
    method: 'POST',
    path: '/progress/import',
    request: progressDocumentSchema,
    response: progressImportResponseSchema,
  },
  resetProgress: {
    method: 'POST',
    path: '/progress/reset',
    request: progressResetRequestSchema,
    response: progressResetResponseSchema,
  },
  history: { method: 'GET', path: '/terminal/:sessionId/history', response: historyResponseSchema },
  widths: { method: 'GET', path: '/terminal/widths', response: widthsResponseSchema },
  finish: { method: 'POST', path: '/exercises/finish', request: exerciseRequestSchema, response: finishResponseSchema },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

/** Media type by which a client asks `verify` for rows as they are decided. */
export const NDJSON = 'application/x-ndjson';

/** Path of a terminal WebSocket is this and the session id. */
export const TERMINAL_PATH = '/terminal/';
