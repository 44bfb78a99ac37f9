import {
  type Health,
  MAX_IMPORT_BYTES,
  MAX_REQUEST_BYTES,
  PracticeError,
  ROUTES,
  type RouteName,
} from '@agent-factory/protocol';
import express, { type Express, type RequestHandler } from 'express';
import type { Guard } from '../access/guard.js';
import type { Progress } from '../progress/progress.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Logger } from '../system/log.js';
import type { TmuxWidths } from '../tmux/widths/tmux-widths.js';
import { createAccessControl, createAuthorization } from './access.js';
import { exercisesRoute, finishRoute, resetRoute, sessionsRoute, startRoute, verifyRoute } from './exercises.js';
import { healthRoute } from './health.js';
import { hintRoute, solutionRoute } from './hints.js';
import { historyRoute } from './history.js';
import { importProgressRoute, progressRoute, resetProgressRoute } from './progress.js';
import { refuseDeepBody } from './request-body.js';
import { createErrorHandler } from './respond.js';
import { widthsRoute } from './terminal.js';
import { watchRoute } from './watch.js';

export interface AppOptions {
  readonly guard: Guard;
  readonly sessions: Sessions;
  readonly progress: Progress;
  readonly health: () => Promise<Health>;
  /** The bearer token of the discovery file. */
  readonly token: string;
  readonly widths: TmuxWidths;
  readonly log: Logger;
  /** Ends the daemon; asked for by `practice-server stop`. */
  readonly shutDown: () => void;
}

/** Every route behind one access control, with one way in which errors leave. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(createAccessControl(options.guard));
  app.use(createBodyParser());
  const handlers = createHandlers(options);
  for (const [name, handler] of Object.entries(handlers)) {
    const { method, path } = ROUTES[name as RouteName];
    const authorize = createAuthorization(options.guard, name as RouteName);
    app.route(path)[method === 'GET' ? 'get' : 'post'](authorize, handler).all(refuseMethod(method));
  }
  app.post('/shutdown', shutDownRoute(options.shutDown));
  app.use((request) => {
    throw new PracticeError('not_found', `There is nothing at ${request.path}.`);
  });
  app.use(createErrorHandler(options.log));
  return app;
}

/** An import is as large as its document; everything else is a line. */
function createBodyParser(): RequestHandler {
  const [line, document] = [MAX_REQUEST_BYTES, MAX_IMPORT_BYTES].map((limit) =>
    express.json({ limit, inflate: false, verify: refuseDeepBody }),
  );
  return (request, response, next) =>
    (request.path === ROUTES.importProgress.path ? document : line)?.(request, response, next);
}

function createHandlers(options: AppOptions): Partial<Record<RouteName, RequestHandler>> {
  const { guard, sessions, progress, health, token, widths } = options;
  return {
    health: healthRoute(health, token),
    exercises: exercisesRoute(sessions),
    sessions: sessionsRoute(sessions),
    start: startRoute(sessions),
    verify: verifyRoute(sessions),
    reset: resetRoute(sessions),
    widths: widthsRoute(widths),
    finish: finishRoute(sessions),
    watch: watchRoute(sessions),
    hint: hintRoute(progress),
    solution: solutionRoute(progress),
    progress: progressRoute(progress),
    importProgress: importProgressRoute(progress),
    resetProgress: resetProgressRoute(progress),
    history: historyRoute(guard, sessions),
  };
}

function refuseMethod(allowed: string): RequestHandler {
  return (request, response) => {
    response.setHeader('Allow', allowed);
    throw new PracticeError('method_not_allowed', `${request.path} takes ${allowed}.`);
  };
}

/** Only for a program with the token: a page must not be able to end the daemon. */
function shutDownRoute(shutDown: () => void): RequestHandler {
  return (request, response) => {
    if (request.headers.origin !== undefined) throw new PracticeError('unauthorized', 'Use "practice-server stop".');
    response.on('finish', shutDown);
    response.json({ status: 'stopping' });
  };
}
