import { type Health, MAX_REQUEST_BYTES, PracticeError, ROUTES, type Route } from '@agent-factory/protocol';
import { EVENT_ROUTES } from '@agent-factory/protocol/events';
import express, { type Express, type IRoute, type RequestHandler } from 'express';
import type { FolderSight } from '../access/folders-seen.js';
import type { Guard } from '../access/guard.js';
import type { AgentObservers } from '../agent-work/observers.js';
import type { EventLog } from '../events/event-log.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Logger } from '../system/log.js';
import type { TmuxWidths } from '../tmux/widths/tmux-widths.js';
import { createAccessControl, createAuthorization, createOwnDoor } from './access.js';
import { eventsRoute } from './events.js';
import { exercisesRoute, finishRoute, resetRoute, sessionsRoute, startRoute, verifyRoute } from './exercises.js';
import { healthRoute } from './health.js';
import { historyRoute } from './history.js';
import { hookRoute } from './hooks.js';
import { refuseDeepBody } from './request-body.js';
import { createErrorHandler } from './respond.js';
import { type ServedRoute, SHUTDOWN_PATH } from './served-route.js';
import { widthsRoute } from './terminal.js';

export interface AppOptions {
  readonly guard: Guard;
  readonly sessions: Sessions;
  /** The routes of the capabilities. */
  readonly routes: readonly ServedRoute[];
  readonly health: (sight: FolderSight) => Promise<Health>;
  /** The bearer token of the discovery file. */
  readonly token: string;
  readonly widths: TmuxWidths;
  readonly events: EventLog;
  readonly observers: AgentObservers;
  /** Aborts when the daemon closes. */
  readonly closing: AbortSignal;
  readonly log: Logger;
  /** Shuts the daemon down, as `practice-server stop` asks. */
  readonly shutDown: () => void;
}

const VERBS = { GET: 'get', POST: 'post', DELETE: 'delete' } as const satisfies Record<
  Route['method'],
  keyof Express & keyof IRoute
>;

/** All routes behind one access control, and one way in which errors leave. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  const routes = [...coreRoutes(options), ...options.routes];
  for (const served of routes) serveOwnDoor(app, options.guard, served);
  app.use(createAccessControl(options.guard));
  readBodies(app, routes);
  for (const [path, served] of byPath(routes)) {
    const place = app.route(path);
    for (const { route, handler } of served)
      place[VERBS[route.method]](createAuthorization(options.guard, route), handler);
    // On the route: `app.all` adds a handler for each of three dozen methods: a megabyte.
    place.all(refuseMethod(served.map(({ route }) => route.method)));
  }
  app.post(SHUTDOWN_PATH, shutDownRoute(options.shutDown));
  app.use((request) => {
    throw new PracticeError('not_found', `There is nothing at ${request.path}.`);
  });
  app.use(createErrorHandler(options));
  return app;
}

/** Before the access control of all others: who comes here has neither an Origin nor the token. */
function serveOwnDoor(app: Express, guard: Guard, { route, handler, prove }: ServedRoute): void {
  if (prove === undefined) return;
  app[VERBS[route.method]](
    route.path,
    createOwnDoor(guard),
    prove,
    parserOf(route.maxBytes ?? MAX_REQUEST_BYTES),
    handler,
  );
}

function parserOf(limit: number): RequestHandler {
  return express.json({ limit, inflate: false, verify: refuseDeepBody });
}

/** Most bodies are one line; a route that takes more says how much. What one parser has read, the next leaves alone. */
function readBodies(app: Express, routes: readonly ServedRoute[]): void {
  for (const { route } of routes) {
    if (route.maxBytes !== undefined) app.use(route.path, parserOf(route.maxBytes));
  }
  app.use(parserOf(MAX_REQUEST_BYTES));
}

function coreRoutes({ guard, sessions, health, token, widths, events, observers, closing }: AppOptions): ServedRoute[] {
  return [
    { route: ROUTES.health, handler: healthRoute(health, token) },
    { route: ROUTES.exercises, handler: exercisesRoute(sessions) },
    { route: ROUTES.sessions, handler: sessionsRoute(sessions) },
    { route: ROUTES.start, handler: startRoute(sessions) },
    { route: ROUTES.verify, handler: verifyRoute(sessions) },
    { route: ROUTES.reset, handler: resetRoute(sessions) },
    { route: ROUTES.finish, handler: finishRoute(sessions) },
    { route: ROUTES.widths, handler: widthsRoute(widths) },
    { route: EVENT_ROUTES.events, handler: eventsRoute(events, closing) },
    hookRoute(observers),
    { route: ROUTES.history, handler: historyRoute(guard, sessions) },
  ];
}

/** One path may have several methods. */
function byPath(routes: readonly ServedRoute[]): Map<string, ServedRoute[]> {
  const paths = new Map<string, ServedRoute[]>();
  for (const served of routes) {
    const { path } = served.route;
    paths.set(path, [...(paths.get(path) ?? []), served]);
  }
  return paths;
}

function refuseMethod(allowed: readonly string[]): RequestHandler {
  return (request, response) => {
    response.setHeader('Allow', allowed.join(', '));
    throw new PracticeError('method_not_allowed', `${request.path} takes ${allowed.join(' and ')}.`);
  };
}

/** Only for a program with the token: a page must not be able to stop the daemon. */
function shutDownRoute(shutDown: () => void): RequestHandler {
  return (request, response) => {
    if (request.headers.origin !== undefined) throw new PracticeError('unauthorized', 'Use "practice-server stop".');
    response.on('finish', shutDown);
    response.json({ status: 'stopping' });
  };
}
