import * as z from 'zod';
import { boundedList } from '../bounded.js';
import { MAX_CRITERIA } from '../limits.js';
import { criterionIdSchema, criterionTitleSchema } from './criteria.js';

export const criterionStatusSchema = z.enum(['passed', 'failed', 'skipped']);
export type CriterionStatus = z.infer<typeof criterionStatusSchema>;

/** What a page calls a check that it asks for: `POST /exercises/verify?checkId=`. */
export const checkIdSchema = z.string().regex(/^[0-9a-zA-Z-]{1,40}$/, 'up to 40 letters, digits and hyphens');

const text = z.string().max(4000);

/** What a row says about its criterion. `status` may be left out, as it follows from `passed`. */
const rowFields = {
  passed: z.boolean(),
  status: criterionStatusSchema.optional(),
  message: text.optional(),
  /** What was expected and what was found, verbatim: the panel shows them side by side. */
  expected: text.optional(),
  found: text.optional(),
  /** Where: a file in the workspace and a line, such as `agent.py:12`, or a command. */
  where: text.optional(),
  hint: text.optional(),
  /** Milliseconds. */
  durationMs: z.number().min(0).optional(),
};

/**
 * One row as a check prints it. It names its criterion by title, or by its id in `config.json`. If it has
 * both, the title counts, as it did before there were ids.
 */
export const checkRowSchema = z.union([
  z.object({ name: criterionTitleSchema, ...rowFields }),
  z.object({ id: criterionIdSchema, ...rowFields }),
]);
export type CheckRow = z.infer<typeof checkRowSchema>;

/** What a check prints if it prints one document; single rows, one per line, work as well. */
export const checkOutputSchema = z.object({ criteria: boundedList(checkRowSchema, { min: 1, max: MAX_CRITERIA }) });

/** One criterion and its result. `passed` is true exactly for `status: passed`. */
export const criterionSchema = z.object({
  /** Present if the config lists it. */
  id: criterionIdSchema.optional(),
  /** Its title. */
  name: criterionTitleSchema,
  ...rowFields,
  status: criterionStatusSchema,
});
export type Criterion = z.infer<typeof criterionSchema>;

/** Why a check could not judge the work. It is never the student's fault. */
export const CHECK_ERRORS = {
  check_timeout: 'The check did not end in time.',
  check_crashed: 'The check ended with an error before it had judged the work.',
  check_output_invalid: 'The check printed something that is not a list of criteria.',
  check_output_too_large: 'The check printed too much.',
  check_interpreter_missing: 'The program that runs the check is not installed.',
  check_missing: 'The exercise has no check.',
  workspace_missing: 'The workspace of the exercise is gone.',
} as const;
export type CheckErrorCode = keyof typeof CHECK_ERRORS;
const checkErrorCodeSchema = z.enum(Object.keys(CHECK_ERRORS) as [CheckErrorCode, ...CheckErrorCode[]]);

/**
 * Where the student stands. `failed` means that the work was judged and something is missing; `error`
 * and `timeout` mean that it could not be judged, and `error` says why.
 */
export const verificationResultSchema = z.object({
  complete: z.boolean(),
  status: z.enum(['passed', 'failed', 'error', 'timeout']),
  criteria: z.array(criterionSchema),
  /** Milliseconds, including the start of the process. */
  durationMs: z.number().min(0),
  /** The end of what the check printed apart from its rows, if that may help its author. */
  output: z.string().optional(),
  error: z.object({ code: checkErrorCodeSchema, message: z.string() }).optional(),
});
export type VerificationResult = z.infer<typeof verificationResultSchema>;
