import * as z from 'zod';
import type { Route } from '../route.js';

/** The path of hooks: this, followed by the session id. */
export const HOOKS_PATH = '/hooks/';

/** Largest body of a hook in bytes: one of a permission holds the file that is about to be written. */
const MAX_HOOK_BYTES = 1024 * 1024;

/** What a CLI tells of itself. Only who knows the CLI knows what else is in it. */
export const hookRequestSchema = z.looseObject({ hook_event_name: z.string().min(1).max(100) });

/**
 * For the CLI of a session alone: neither an Origin nor the token opens it, but the secret of that session, as a bearer
 * token. It is answered at once, with an empty object, which decides nothing for the CLI.
 */
export const HOOK_ROUTE = {
  method: 'POST',
  path: `${HOOKS_PATH}:sessionId`,
  maxBytes: MAX_HOOK_BYTES,
  request: hookRequestSchema,
  response: z.strictObject({}),
} as const satisfies Route;
