import * as z from 'zod';
import { boundedList } from '../bounded.js';
import { exerciseIdSchema } from '../ids.js';
import { DEFAULT_CHECK_TIMEOUT_SECONDS, MAX_CHECK_TIMEOUT_SECONDS, MAX_EXERCISE_FILES } from '../limits.js';
import { nudgeModeSchema } from '../nudges/nudge-mode.js';
import { contentPathSchema } from './path.js';
import { difficultySchema } from './registry.js';

const pathsSchema = boundedList(contentPathSchema, { max: MAX_EXERCISE_FILES });

/** Seconds. */
export const checkTimeoutSchema = z
  .number()
  .int()
  .min(1)
  .max(MAX_CHECK_TIMEOUT_SECONDS)
  .default(DEFAULT_CHECK_TIMEOUT_SECONDS);

/** A check script of the exercise. `files` are other files it needs; both are relative to the exercise. */
export const scriptCheckSchema = z.object({
  type: z.literal('script'),
  script: contentPathSchema.regex(/\.(sh|py)$/, 'verify.sh or verify.py'),
  files: pathsSchema.prefault([]),
  timeout: checkTimeoutSchema,
});

/** Version of an exercise's content: three numbers, which the author raises with every change. */
export const exerciseVersionSchema = z
  .string()
  .max(20)
  .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'a version such as 1.0.0');

/** The fields that every format of `config.json` has. */
export const configFields = {
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
  /** Systems it runs on, by Node's names. If left out, it runs everywhere. */
  os: boundedList(z.enum(['linux', 'darwin', 'win32']), { min: 1, max: 3 }).optional(),
  /** What happens when the student has been still for a while: the panel offers a prompt, or it is sent by itself. */
  nudge: nudgeModeSchema.default('offer'),
  /** Whether the Workbench, an editor that the tutor sees and points in, opens with it. The student always can. */
  workbench: z.boolean().default(false),
  /** Whether its programs need the internet. The check never does. */
  network: z.boolean().default(false),
  /** What the student can do after it, in a few words each. */
  skills: boundedList(z.string().min(1).max(100), { max: 20 }).prefault([]),
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
};
