import { z } from 'zod';
import { boundedList, boundedRecord } from '../bounded.js';
import { exerciseIdSchema } from '../ids.js';
import {
  DEFAULT_CHECK_TIMEOUT_SECONDS,
  MAX_CHECK_TIMEOUT_SECONDS,
  MAX_CRITERIA,
  MAX_EXERCISE_FILES,
  MAX_HINT_RUNGS,
  MAX_NEEDS,
} from '../limits.js';
import { EXERCISE_FORMAT_VERSION } from '../version.js';
import { declarativeCheckSchema } from './checks.js';
import { contentPathSchema } from './path.js';
import { difficultySchema } from './registry.js';

const pathsSchema = boundedList(contentPathSchema, { max: MAX_EXERCISE_FILES });

/** A check script of the exercise. `files` are other files it needs; both are relative to the exercise. */
const scriptCheckSchema = z.object({
  type: z.literal('script'),
  script: contentPathSchema.regex(/\.(sh|py)$/, 'verify.sh or verify.py'),
  files: pathsSchema.prefault([]),
  /** Seconds. */
  timeout: z.number().int().min(1).max(MAX_CHECK_TIMEOUT_SECONDS).default(DEFAULT_CHECK_TIMEOUT_SECONDS),
});

/** The check for exercises without a script: files that must exist, and text they must contain. */
const filesCheckSchema = z.object({
  type: z.literal('files'),
  files: boundedList(
    z.object({
      path: contentPathSchema,
      /** Name of the criterion; by default it is made from the path. */
      name: z.string().min(1).max(200).optional(),
      contains: boundedList(z.string().min(1).max(2000), { max: 50 }).prefault([]),
      hint: z.string().max(2000).optional(),
    }),
    { min: 1, max: MAX_EXERCISE_FILES },
  ),
});

/** Checks that need no script, run in this order. `timeout` holds for all of them together, in seconds. */
const declaredChecksSchema = z.object({
  type: z.literal('checks'),
  checks: boundedList(declarativeCheckSchema, { min: 1, max: MAX_CRITERIA }),
  timeout: z.number().int().min(1).max(MAX_CHECK_TIMEOUT_SECONDS).default(DEFAULT_CHECK_TIMEOUT_SECONDS),
});

export const verificationConfigSchema = z.discriminatedUnion('type', [
  scriptCheckSchema,
  filesCheckSchema,
  declaredChecksSchema,
]);
export type VerificationConfig = z.infer<typeof verificationConfigSchema>;

/** Version of an exercise's content: three numbers, raised by its author with every change. */
export const exerciseVersionSchema = z
  .string()
  .max(20)
  .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'a version such as 1.0.0');

const criterionNameSchema = z.string().min(1).max(200);

/** A part of the exercise that makes sense by itself, and the criteria that show it is done. */
export const stageSchema = z.object({
  title: z.string().min(1).max(200),
  criteria: boundedList(criterionNameSchema, { min: 1, max: MAX_CRITERIA }),
});
export type Stage = z.infer<typeof stageSchema>;

/** From the first look to a partial step; none of them is the solution. */
const hintLadderSchema = boundedList(z.string().min(1).max(2000), { min: 1, max: MAX_HINT_RUNGS });

/** `config.json` of an exercise. Fields this version does not know are left out, not refused. */
export const exerciseConfigSchema = z.object({
  formatVersion: z
    .literal(
      EXERCISE_FORMAT_VERSION,
      `${EXERCISE_FORMAT_VERSION}, the format of exercises that this version reads; a newer practice server may read others`,
    )
    .default(EXERCISE_FORMAT_VERSION),
  id: exerciseIdSchema,
  version: exerciseVersionSchema.default('1.0.0'),
  title: z.string().min(1).max(200),
  description: z.string().max(2000).default(''),
  lessonPath: z.string().min(1).max(300).optional(),
  difficulty: difficultySchema.optional(),
  estimatedMinutes: z.number().int().min(1).max(600).optional(),
  xpReward: z.number().int().min(0).max(100_000).default(0),
  /** Programs that must be on the PATH, such as `python3`. */
  prerequisites: boundedList(
    z
      .string()
      .max(50)
      .regex(/^[A-Za-z0-9._+-]+$/, 'the name of a program, such as python3'),
    {
      max: 20,
    },
  ).prefault([]),
  /** Systems it runs on, by Node's names. Everywhere where it is left out. */
  os: boundedList(z.enum(['linux', 'darwin', 'win32']), { min: 1, max: 3 }).optional(),
  /** Whether its programs need the internet. The check never does. */
  network: z.boolean().default(false),
  /** What one can do after it, in a few words each. */
  skills: boundedList(z.string().min(1).max(100), { max: 20 }).prefault([]),
  /** Parts in their order. A criterion is in one of them at most. */
  stages: boundedList(stageSchema, { max: 20 }).prefault([]),
  /** By criterion: those that have to pass before it can be judged. Until then it is `skipped`. */
  needs: boundedRecord(
    criterionNameSchema,
    boundedList(criterionNameSchema, { min: 1, max: MAX_NEEDS }),
    MAX_CRITERIA,
  ).prefault({}),
  /** The exercise to offer after this one. */
  next: exerciseIdSchema.optional(),
  /** Files below `solution/` that differ from the starter; shown on request, never written to the workspace. */
  solutionFiles: pathsSchema.prefault([]),
  workspace: z
    .object({
      /** Files below `starter/` that are copied into the workspace. */
      starterFiles: pathsSchema.prefault([]),
      /** Commands run once in a new workspace, each by `sh -c`, in this order. */
      setupCommands: boundedList(z.string().min(1).max(1000), { max: 20 }).prefault([]),
    })
    .prefault({ starterFiles: [], setupCommands: [] }),
  verification: verificationConfigSchema.optional(),
  /** By criterion, its hint ladder; or, as the first exercises had it, only how many hints the tutor may give. */
  hints: z
    .union([z.number().int().min(0).max(100), boundedRecord(criterionNameSchema, hintLadderSchema, MAX_CRITERIA)])
    .prefault(0),
});
export type ExerciseConfig = z.infer<typeof exerciseConfigSchema>;
