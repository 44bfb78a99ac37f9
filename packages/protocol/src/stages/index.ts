import * as z from 'zod';
import { claimRefusalSchema, stageNumberSchema, stageProofSchema, txHashSchema } from '../exercise/claims.js';
import { stageTitleSchema } from '../exercise/criteria.js';
import { criterionStatusSchema } from '../exercise/verification.js';
import { exerciseIdSchema } from '../ids.js';
import type { Route } from '../route.js';
import { exerciseStatusSchema } from '../sessions/sessions.js';

export {
  type ClaimRefusal,
  claimRefusalSchema,
  MAX_STAGE_NUMBER,
  type StageProof,
  stageNumberSchema,
  stageProofSchema,
  txHashSchema,
} from '../exercise/claims.js';
export { markdownWithBadges } from './markdown.js';
export { MarkerReader } from './marker-reader.js';
export {
  type BadgeState,
  badgeText,
  type FoundMarker,
  findMarkers,
  isUnfinishedMarker,
  MAX_MARKER_LENGTH,
  type Marker,
  markerText,
  parseMarker,
  withBadges,
  withoutUnfinishedMarker,
} from './markers.js';

const count = z.number().int().min(0);
const time = z.iso.datetime();

/** One stage of an exercise, and where the student stands with it. */
export const stageProgressSchema = z.object({
  /** From 1, in the order of the exercise. */
  number: stageNumberSchema,
  title: stageTitleSchema,
  /** `current` is the first that is not complete. */
  status: z.enum(['complete', 'current', 'open']),
  /** Why it counts as complete, and since when. */
  by: stageProofSchema.optional(),
  completedAt: time.optional(),
  /** Set once the tutor has said that it was paid for. */
  unlocked: z.object({ at: time, txHash: txHashSchema }).optional(),
  /** The tutor's latest claim that it is complete, if that did not count. */
  refused: z.object({ at: time, ...claimRefusalSchema.shape }).optional(),
  /** As the latest official check or claim has found them. Empty: the tutor judges the stage. */
  criteria: z.array(z.object({ name: z.string(), status: criterionStatusSchema })),
});
export type StageProgress = z.infer<typeof stageProgressSchema>;

/** `GET /exercises/:id/stages`. An exercise without stages has none here. */
export const stagesResponseSchema = z.object({
  exerciseId: exerciseIdSchema,
  stages: z.array(stageProgressSchema),
  /** Number of the stage in which the student is; absent if all are complete, or there are none. */
  current: stageNumberSchema.optional(),
  /** The tutor's claim that the whole exercise is complete. */
  course: z.object({ at: time, by: stageProofSchema.optional(), refused: claimRefusalSchema.optional() }).optional(),
});
export type StagesResponse = z.infer<typeof stagesResponseSchema>;

/** One exercise of a course, and where the student stands with it. */
export const courseExerciseSchema = z.object({
  exerciseId: exerciseIdSchema,
  title: z.string(),
  lessonPath: z.string(),
  status: exerciseStatusSchema,
  completedAt: time.optional(),
  stages: z.object({ done: count, total: count }),
  /** Milliseconds for which the student was active, in all versions of it. */
  timeOnTaskMs: count,
  estimatedMinutes: count,
});
export type CourseExercise = z.infer<typeof courseExerciseSchema>;

/** The course of a lesson site: all that its registry lists. `GET /progress/:courseId` knows it by this id. */
export const COURSE_ID = 'course';

/** `GET /progress/:courseId`: chapters are the folders of the lessons, in the order of the registry. */
export const courseProgressSchema = z.object({
  courseId: z.string(),
  done: count,
  total: count,
  /** The exercise to go on with: the first that was begun and is not done, or else the first that was not begun. */
  next: exerciseIdSchema.optional(),
  timeOnTaskMs: count,
  chapters: z.array(
    z.object({
      /** The path of its lessons' folder below `docs`. */
      path: z.string(),
      done: count,
      timeOnTaskMs: count,
      exercises: z.array(courseExerciseSchema),
    }),
  ),
});
export type CourseProgress = z.infer<typeof courseProgressSchema>;

export const STAGE_ROUTES = {
  stages: { method: 'GET', path: '/exercises/:id/stages', isOpen: true, response: stagesResponseSchema },
  course: { method: 'GET', path: '/progress/:courseId', response: courseProgressSchema },
} as const satisfies Record<string, Route>;
