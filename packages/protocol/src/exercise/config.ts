import { z } from 'zod';
import { exerciseIdSchema } from '../ids.js';
import { DEFAULT_CHECK_TIMEOUT_SECONDS, MAX_CHECK_TIMEOUT_SECONDS, MAX_EXERCISE_FILES } from '../limits.js';
import { EXERCISE_FORMAT_VERSION } from '../version.js';
import { contentPathSchema } from './path.js';
import { difficultySchema } from './registry.js';

const pathsSchema = z.array(contentPathSchema).max(MAX_EXERCISE_FILES);

/** A check script of the exercise. `files` are other files it needs; both are relative to the exercise. */
const scriptCheckSchema = z.object({
  type: z.literal('script'),
  script: contentPathSchema.regex(/\.(sh|py)$/, 'verify.sh or verify.py'),
  files: pathsSchema.default([]),
  /** Seconds. */
  timeout: z.number().int().min(1).max(MAX_CHECK_TIMEOUT_SECONDS).default(DEFAULT_CHECK_TIMEOUT_SECONDS),
});

/** The check for exercises without a script: files that must exist, and text they must contain. */
const filesCheckSchema = z.object({
  type: z.literal('files'),
  files: z
    .array(
      z.object({
        path: contentPathSchema,
        /** Name of the criterion; by default it is made from the path. */
        name: z.string().min(1).max(200).optional(),
        contains: z.array(z.string().min(1)).max(50).default([]),
        hint: z.string().max(2000).optional(),
      }),
    )
    .min(1)
    .max(MAX_EXERCISE_FILES),
});

export const verificationConfigSchema = z.discriminatedUnion('type', [scriptCheckSchema, filesCheckSchema]);
export type VerificationConfig = z.infer<typeof verificationConfigSchema>;

/** Version of an exercise's content: three numbers, raised by its author with every change. */
export const exerciseVersionSchema = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'a version such as 1.0.0');

/** `config.json` of an exercise. Fields this version does not know are left out, not refused. */
export const exerciseConfigSchema = z.object({
  formatVersion: z.literal(EXERCISE_FORMAT_VERSION).default(EXERCISE_FORMAT_VERSION),
  id: exerciseIdSchema,
  version: exerciseVersionSchema.default('1.0.0'),
  title: z.string().min(1).max(200),
  description: z.string().max(2000).default(''),
  lessonPath: z.string().min(1).max(300).optional(),
  difficulty: difficultySchema.optional(),
  estimatedMinutes: z.number().int().min(1).max(600).optional(),
  xpReward: z.number().int().min(0).max(100_000).default(0),
  /** Programs that must be on the PATH, such as `python3`. */
  prerequisites: z
    .array(z.string().regex(/^[A-Za-z0-9._+-]{1,50}$/))
    .max(20)
    .default([]),
  workspace: z
    .object({
      /** Files below `starter/` that are copied into the workspace. */
      starterFiles: pathsSchema.default([]),
      /** Commands run once in a new workspace, each by `sh -c`, in this order. */
      setupCommands: z.array(z.string().min(1).max(1000)).max(20).default([]),
    })
    .default({ starterFiles: [], setupCommands: [] }),
  verification: verificationConfigSchema.optional(),
  hints: z.number().int().min(0).max(100).default(0),
});
export type ExerciseConfig = z.infer<typeof exerciseConfigSchema>;
