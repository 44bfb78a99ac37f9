import { z } from 'zod';
import { errorBodySchema } from '../errors.js';
import { criterionSchema, verificationResultSchema } from '../exercise/verification.js';
import type { Route } from '../route.js';
import { exerciseRequestSchema } from '../sessions/sessions.js';

/**
 * One line of `POST /exercises/watch`, which checks the work now and whenever a file of the workspace
 * was saved, until the client goes. None of it is official: it counts as no attempt and completes nothing.
 */
export const watchStreamRowSchema = z.discriminatedUnion('type', [
  /** A check begins. `changed` are the saved files that caused it, none for the first. */
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
