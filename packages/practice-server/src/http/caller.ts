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

/** Whether the student's own folders are theirs to see: our own page with its cookie, and who has the token. */
export function seesFolders({ kind }: Caller): boolean {
  return kind === 'workbench' || kind === 'bearer';
}
