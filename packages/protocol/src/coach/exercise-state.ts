import * as z from 'zod';
import { criterionStatusSchema } from '../exercise/verification.js';
import { countSchema } from './values.js';

/** A hint ladder: so many of its rungs are open. `next`: the one after them; `opensAt` is null if it may be opened now. */
const ladderSchema = z.object({
  opened: countSchema,
  total: countSchema,
  next: z.object({ rung: z.number().int().min(1), opensAt: z.iso.datetime().nullable() }).nullable(),
});

/**
 * How the student stands in an exercise, by its latest official check. Neither the solution nor what a hint says is in
 * it.
 */
export const exerciseStateSchema = z.object({
  title: z.string(),
  /** Official checks that could judge the work. */
  attempts: countSchema,
  /** In their order; `skipped`: not judged yet. A criterion that only the check knows goes by its title. */
  criteria: z.array(
    z.object({ id: z.string(), title: z.string(), status: criterionStatusSchema, hints: ladderSchema }),
  ),
  /** The first that fails, and in how many checks in a row. `message` is left out where the student shows nothing. */
  failing: z
    .object({
      id: z.string(),
      title: z.string(),
      message: z.string().optional(),
      failedInRow: z.number().int().min(1),
    })
    .nullable(),
  /** The student has looked at the solution. */
  solutionOpened: z.boolean(),
});
export type ExerciseState = z.infer<typeof exerciseStateSchema>;
