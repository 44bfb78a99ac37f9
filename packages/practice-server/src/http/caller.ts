import type { Response } from 'express';
import type { Caller } from '../access/guard.js';

/** Keeps who asks, for what answers. */
export function keepCaller(response: Response, caller: Caller): void {
  response.locals.caller = caller;
}

/** Who asks; known once the access control has let them in. */
export function callerOf(response: Response): Caller {
  return response.locals.caller as Caller;
}
