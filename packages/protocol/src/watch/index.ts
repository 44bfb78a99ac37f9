import * as z from 'zod';
import { errorBodySchema } from '../errors.js';
import { criterionSchema, verificationResultSchema } from '../exercise/verification.js';
import type { Route } from '../route.js';
import { exerciseRequestSchema } from '../sessions/sessions.js';

/**
 * One line of `POST /exercises/watch`, which checks the work now and whenever a file in the workspace is
 * saved, until the client disconnects. These checks are unofficial: they are not attempts and complete nothing.
 */
export const watchStreamRowSchema = z.discriminatedUnion('type', [
  /** A check begins. `changed` lists the saved files that caused it; it is empty for the first check. */
  z.object({ type: z.literal('began'), changed: z.array(z.string()).max(20) }),
  z.object({ type: z.literal('criterion'), criterion: criterionSchema }),
  z.object({ type: z.literal('result'), result: verificationResultSchema }),
  z.object({ type: z.literal('error'), error: errorBodySchema }),
]);
export type WatchStreamRow = z.infer<typeof watchStreamRowSchema>;

export const WATCH_ROUTES = {
  watch: {
    method: 'POST',
    path: '/exercises/watch',
    request: exerciseRequestSchema,
    response: watchStreamRowSchema,
  },
} as const satisfies Record<string, Route>;
