import type { Route } from '@agent-factory/protocol';
import type { RequestHandler } from 'express';

/** How `practice-server stop` ends the daemon. Not part of the protocol, as no page may. */
export const SHUTDOWN_PATH = '/shutdown';

/** A route of the protocol, and what answers it. */
export interface ServedRoute {
  readonly route: Route;
  readonly handler: RequestHandler;
  /**
   * For a route that is opened by something of its own, in the place of an allowed Origin or the token. Called before
   * the body is read; throws if it is not there.
   */
  readonly prove?: RequestHandler;
}
