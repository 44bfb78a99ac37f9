import * as z from 'zod';
import { exerciseIdSchema } from '../ids.js';

/** Largest XP of one completion that is told: far above what an exercise gives. */
const MAX_XP = 1_000_000;

/**
 * What a page tells the site's own endpoint of a completed exercise (`POST`, as JSON). It may be told more than once:
 * `eventId` is then the same, and also the request's `Idempotency-Key`.
 */
export const completionReportSchema = z.object({
  type: z.literal('exercise_completed'),
  exerciseId: exerciseIdSchema,
  xp: z.number().int().min(0).max(MAX_XP),
  /** Absent where the site has not said who its student is. */
  userId: z.string().min(1).max(500).optional(),
  eventId: z.uuid(),
  /** By the clock of the student's machine. */
  completedAt: z.iso.datetime(),
});
export type CompletionReport = z.infer<typeof completionReportSchema>;
