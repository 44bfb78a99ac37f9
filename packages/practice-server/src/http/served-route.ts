import type { Route } from '@agent-factory/protocol';
import type { RequestHandler } from 'express';

/** A route of the protocol, and what answers it. */
export interface ServedRoute {
  readonly route: Route;
  readonly handler: RequestHandler;
}
