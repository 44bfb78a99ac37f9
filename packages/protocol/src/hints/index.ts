import * as z from 'zod';
import { contentPathSchema } from '../exercise/path.js';
import { MAX_HINT_RUNGS, MAX_REQUEST_BYTES } from '../limits.js';
import type { Route } from '../route.js';

/** `POST /exercises/hint`: shows the next rung of a criterion's ladder, and records it. */
export const hintRequestSchema = z.strictObject({
  exerciseId: z.string().max(MAX_REQUEST_BYTES),
  criterion: z.string().min(1).max(200),
});
export type HintRequest = z.infer<typeof hintRequestSchema>;

/** All hints of one ladder shown so far, the newest last. `total` is the ladder's length. */
export const hintResponseSchema = z.object({
  criterion: z.string(),
  hints: z.array(z.string()).min(1).max(MAX_HINT_RUNGS),
  total: z.number().int().min(1).max(MAX_HINT_RUNGS),
  /** When the next rung opens by itself (ISO 8601); a check opens it at once. Absent if it is open or there is none. */
  nextAt: z.iso.datetime().optional(),
});
export type HintResponse = z.infer<typeof hintResponseSchema>;

/** `POST /exercises/solution`: after completion, or before it if the student has `confirmed`. */
export const solutionRequestSchema = z.strictObject({
  exerciseId: z.string().max(MAX_REQUEST_BYTES),
  confirmed: z.boolean().default(false),
});
export type SolutionRequest = z.infer<typeof solutionRequestSchema>;

/** The files in which the solution differs from the starter. They are shown, never written to the workspace. */
export const solutionResponseSchema = z.object({
  files: z.array(z.object({ path: contentPathSchema, text: z.string() })).min(1),
});
export type SolutionResponse = z.infer<typeof solutionResponseSchema>;

export const HINT_ROUTES = {
  hint: { method: 'POST', path: '/exercises/hint', request: hintRequestSchema, response: hintResponseSchema },
  solution: {
    method: 'POST',
    path: '/exercises/solution',
    request: solutionRequestSchema,
    response: solutionResponseSchema,
  },
} as const satisfies Record<string, Route>;
