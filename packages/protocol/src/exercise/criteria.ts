import * as z from 'zod';
import { boundedList } from '../bounded.js';
import { MAX_CRITERION_ID_LENGTH, MAX_HINT_RUNGS, MAX_NEEDS } from '../limits.js';

/** How the author refers to a criterion everywhere. Students never see it. */
export const criterionIdSchema = z
  .string()
  .max(MAX_CRITERION_ID_LENGTH)
  .regex(/^[a-z0-9-]+$/, 'small letters, digits and hyphens');

/** What students read, and the key of their progress. */
export const criterionTitleSchema = z.string().min(1).max(200);

export const stageTitleSchema = z.string().min(1).max(200);

/** From where to look to a partial step; none of them gives the solution. */
export const hintsSchema = boundedList(z.string().min(1).max(2000), { min: 1, max: MAX_HINT_RUNGS });

/** One thing that the work has to do, as `config.json` lists it. */
export const criterionConfigSchema = z.object({
  id: criterionIdSchema,
  title: criterionTitleSchema,
  /** The part of the exercise that it belongs to. The list keeps all criteria of a stage together. */
  stage: stageTitleSchema.optional(),
  /** Ids of the criteria that have to pass before it can be judged. Until then it is `skipped`. */
  needs: boundedList(criterionIdSchema, { max: MAX_NEEDS }).prefault([]),
  /** Its hint ladder. */
  hints: hintsSchema.optional(),
});
export type CriterionConfig = z.infer<typeof criterionConfigSchema>;
