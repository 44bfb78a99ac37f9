import { z } from 'zod';
import { boundedList } from '../bounded.js';
import { MAX_CRITERIA } from '../limits.js';
import { criterionIdSchema, criterionTitleSchema } from './criteria.js';

export const criterionStatusSchema = z.enum(['passed', 'failed', 'skipped']);
export type CriterionStatus = z.infer<typeof criterionStatusSchema>;

const text = z.string().max(4000);

/** What a row says of its criterion. `status` may be left out: it follows from `passed`. */
const rowFields = {
  passed: z.boolean(),
  status: criterionStatusSchema.optional(),
  message: text.optional(),
  /** What should have been there and what was, each as it is: the panel shows them side by side. */
  expected: text.optional(),
  found: text.optional(),
  /** Where: a file of the workspace and a line, such as `agent.py:12`, or a command. */
  where: text.optional(),
  hint: text.optional(),
  /** Milliseconds. */
  durationMs: z.number().min(0).optional(),
};

/**
 * One row as a check prints it. It names its criterion by the title, or by the id that `config.json`
 * gives it; where both are there the title counts, as it did before there were ids.
 */
export const checkRowSchema = z.union([
  z.object({ name: criterionTitleSchema, ...rowFields }),
  z.object({ id: criterionIdSchema, ...rowFields }),
]);
export type CheckRow = z.infer<typeof checkRowSchema>;

/** What a check prints as one document; rows alone, one per line, are as welcome. */
export const checkOutputSchema = z.object({ criteria: boundedList(checkRowSchema, { min: 1, max: MAX_CRITERIA }) });

/** One success criterion and where the student stands with it. `passed` is true exactly for `status: passed`. */
export const criterionSchema = z.object({
  /** Where the config lists it. */
  id: criterionIdSchema.optional(),
  /** Its title. */
  name: criterionTitleSchema,
  ...rowFields,
  status: criterionStatusSchema,
});
export type Criterion = z.infer<typeof criterionSchema>;

/** Why a check could not judge the work. It is never the student's failure. */
export const CHECK_ERRORS = {
  check_timeout: 'The check did not end within its time.',
  check_crashed: 'The check ended with an error before it had judged the work.',
  check_output_invalid: 'The check printed something that is no list of criteria.',
  check_output_too_large: 'The check printed more than a check may.',
  check_interpreter_missing: 'The program that runs the check is not installed.',
  check_missing: 'The exercise brings no check.',
  workspace_missing: 'The workspace of the exercise is gone.',
} as const;
export type CheckErrorCode = keyof typeof CHECK_ERRORS;
const checkErrorCodeSchema = z.enum(Object.keys(CHECK_ERRORS) as [CheckErrorCode, ...CheckErrorCode[]]);

/**
 * Where the student stands. `failed` means the work was judged and something is missing; `error`
 * and `timeout` mean it could not be judged, and then `error` says why.
 */
export const verificationResultSchema = z.object({
  complete: z.boolean(),
  status: z.enum(['passed', 'failed', 'error', 'timeout']),
  criteria: z.array(criterionSchema),
  /** Milliseconds, with the start of the process. */
  durationMs: z.number().min(0),
  /** The end of what the check printed beside its rows, where that may help its author. */
  output: z.string().optional(),
  error: z.object({ code: checkErrorCodeSchema, message: z.string() }).optional(),
});
export type VerificationResult = z.infer<typeof verificationResultSchema>;
