import type { Route } from '@agent-factory/protocol';
import type { RequestHandler } from 'express';

/** How `practice-server stop` ends the daemon. Not part of the protocol, as no page may. */
export const SHUTDOWN_PATH = '/shutdown';

/** A route of the protocol, and what answers it. */
export interface ServedRoute {
  readonly route: Route;
  readonly handler: RequestHandler;
}
