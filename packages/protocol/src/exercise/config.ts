import * as z from 'zod';
import { format1Schema, fromFormat1 } from './format-1.js';
import { format2Schema } from './format-2.js';

/** The schema of `config.json` for each `formatVersion`. If that is left out, it is 1. */
export const EXERCISE_FORMATS = { 1: format1Schema, 2: format2Schema } as const;

type Format2 = z.infer<typeof format2Schema>;

/**
 * `config.json` of an exercise, in whatever format it was written. In format 2, `criteria` is complete. In
 * format 1, which has no list of them, a script may know others.
 */
export type ExerciseConfig = Omit<Format2, 'formatVersion'> & { formatVersion: keyof typeof EXERCISE_FORMATS };
export type VerificationConfig = NonNullable<ExerciseConfig['verification']>;

const UNKNOWN_FORMAT =
  '1 or 2, the formats of exercises that this version reads; a newer practice server may read others';

/** Reads every format into one model. Drops fields that this version does not know, rather than refuse them. */
export const exerciseConfigSchema: z.ZodType<ExerciseConfig> = z.discriminatedUnion(
  'formatVersion',
  [format1Schema.transform(fromFormat1), format2Schema],
  { error: (issue) => (issue.code === 'invalid_union' ? UNKNOWN_FORMAT : undefined) },
);
