import * as z from 'zod';
import { boundedJson, boundedList } from '../bounded.js';
import { criterionIdSchema, criterionTitleSchema } from './criteria.js';
import { contentPathSchema } from './path.js';

/** A program and its arguments. No shell interprets them; `python3` is looked up on the PATH. */
const commandSchema = boundedList(z.string().min(1).max(1000), { min: 1, max: 50 });

const commandBase = {
  command: commandSchema,
  /** What the program reads as its standard input; nothing by default. */
  stdin: z.string().max(10_000).default(''),
  /** Seconds. */
  timeout: z.number().int().min(1).max(60).default(10),
};

/** Texts that must all be present. */
const textsSchema = boundedList(z.string().min(1).max(2000), { min: 1, max: 50 });

/** Most values in what a check compares with, which is written by hand. */
const MAX_COMPARED_VALUES = 1000;

const patternSchema = z
  .string()
  .min(1)
  .max(1000)
  .refine((pattern) => isPattern(pattern), 'a JavaScript regular expression');

/** How a check judges. Paths are relative to the workspace; commands run in it. */
const judgementSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file_exists'), path: contentPathSchema }),
  /** Each of the texts has to be there, literally. */
  z.object({ type: z.literal('file_contains'), path: contentPathSchema, contains: textsSchema }),
  /** A regular expression with the flags `mu`: `^` and `$` are the ends of a line. */
  z.object({ type: z.literal('file_matches'), path: contentPathSchema, pattern: patternSchema }),
  z.object({ ...commandBase, type: z.literal('command_exits'), code: z.number().int().min(0).max(255).default(0) }),
  z.object({ ...commandBase, type: z.literal('stdout_contains'), contains: textsSchema }),
  /** A value in a JSON file, or in what a command prints. `at` lists keys and indexes from the root. */
  z.object({
    type: z.literal('json_equals'),
    path: contentPathSchema.optional(),
    command: commandSchema.optional(),
    timeout: z.number().int().min(1).max(60).default(10),
    at: boundedList(z.union([z.string().max(1000), z.number().int().min(0)]), { max: 20 }),
    equals: boundedJson(MAX_COMPARED_VALUES),
  }),
]);

/** What the student may read when a check fails. */
const hint = z.string().max(2000).optional();

/** A check that needs no script: the criterion it judges, by its id, and how. */
export const declarativeCheckSchema = z.object({ criterion: criterionIdSchema, hint }).and(judgementSchema);
export type DeclarativeCheck = z.infer<typeof declarativeCheckSchema>;

/** The same in format 1, where a check contains the criterion's title. */
export const namedCheckSchema = z.object({ name: criterionTitleSchema, hint }).and(judgementSchema);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'mu') instanceof RegExp;
  } catch {
    return false;
  }
}
