import * as z from 'zod';
import { boundedList, readList } from '../bounded.js';
import { exerciseVersionSchema } from '../exercise/config-fields.js';
import { criterionStatusSchema } from '../exercise/verification.js';
import { exerciseIdSchema } from '../ids.js';
import {
  MAX_HINT_RUNGS,
  MAX_IMPORT_BYTES,
  MAX_PROGRESS_CRITERIA,
  MAX_PROGRESS_ENTRIES,
  MAX_REQUEST_BYTES,
} from '../limits.js';
import type { Route } from '../route.js';

const count = z.number().int().min(0);
/** ISO 8601 in UTC. */
const time = z.iso.datetime().max(40);

/** The results of one criterion over all attempts. */
export const criterionProgressSchema = z.object({
  name: z.string().min(1).max(200),
  /** In the latest attempt. */
  status: criterionStatusSchema,
  /** Attempts that judged it. */
  attempts: count,
  firstPassedAt: time.optional(),
  /** How many rungs of its hint ladder were shown. */
  hintsRevealed: count.max(MAX_HINT_RUNGS),
});
export type CriterionProgress = z.infer<typeof criterionProgressSchema>;

/** One version of an exercise. A completion remains, whatever later checks say. */
export const exerciseProgressSchema = z.object({
  exerciseId: exerciseIdSchema,
  version: exerciseVersionSchema,
  /** Attempts in which the check could judge the work. */
  attempts: count,
  firstAttemptAt: time.optional(),
  lastAttemptAt: time.optional(),
  completedAt: time.optional(),
  solutionShownAt: time.optional(),
  /** Milliseconds for which the student was active: time between signs of activity, without pauses. */
  timeOnTaskMs: count,
  criteria: boundedList(criterionProgressSchema, { max: MAX_PROGRESS_CRITERIA }),
});
export type ExerciseProgress = z.infer<typeof exerciseProgressSchema>;

/** `GET /progress`, and the body of `POST /progress/import`: the same document, so an export can be imported. */
export const progressDocumentSchema = z.object({
  format: z.literal('af-practice-progress'),
  formatVersion: z.literal(1),
  exportedAt: time,
  exercises: readList(exerciseProgressSchema, MAX_PROGRESS_ENTRIES),
});
export type ProgressDocument = z.infer<typeof progressDocumentSchema>;

/**
 * Answer to an import: how many versions of exercises were new here, and how many were merged with
 * existing ones. A merge loses nothing: it keeps the earlier of two completions, the larger of two counts.
 */
export const progressImportResponseSchema = z.object({ added: count, merged: count, unchanged: count });
export type ProgressImportResponse = z.infer<typeof progressImportResponseSchema>;

/** `POST /progress/reset`: forgets one exercise, or all. `confirmed` prevents a stray request from doing so. */
export const progressResetRequestSchema = z.strictObject({
  exerciseId: z.string().max(MAX_REQUEST_BYTES).optional(),
  confirmed: z.literal(true, 'true, if the student was asked and said yes'),
});
export const progressResetResponseSchema = z.object({ status: z.literal('reset'), exercises: count });
export type ProgressResetResponse = z.infer<typeof progressResetResponseSchema>;

export const PROGRESS_ROUTES = {
  progress: { method: 'GET', path: '/progress', response: progressDocumentSchema },
  importProgress: {
    method: 'POST',
    path: '/progress/import',
    maxBytes: MAX_IMPORT_BYTES,
    request: progressDocumentSchema,
    response: progressImportResponseSchema,
  },
  resetProgress: {
    method: 'POST',
    path: '/progress/reset',
    request: progressResetRequestSchema,
    response: progressResetResponseSchema,
  },
} as const satisfies Record<string, Route>;
