import * as z from 'zod';
import { criterionTitleSchema } from './criteria.js';

/** Largest number of a stage that is looked at: an exercise has at most a hundred criteria, and so stages. */
export const MAX_STAGE_NUMBER = 100;

/** Stages count from 1. */
export const stageNumberSchema = z.number().int().min(0).max(999_999_999);

/** A transaction as the tutor names it; nobody checks that there is one. */
export const txHashSchema = z
  .string()
  .max(66)
  .regex(/^0x[a-fA-F0-9]{1,64}$/, '0x and up to 64 hexadecimal digits');

/** Why a stage counts as complete: its criteria have passed a `check`, or, as it has none, the `tutor` says so. */
export const stageProofSchema = z.enum(['check', 'tutor']);
export type StageProof = z.infer<typeof stageProofSchema>;

/**
 * Why a claim does not count. `criterion`: that one did not pass, and this is what the check says about it. `unknown`:
 * the exercise has no such stage. `not_judged`: the check could not judge the work, and why.
 */
export const claimRefusalSchema = z.object({
  reason: z.enum(['criterion', 'unknown', 'not_judged']),
  criterion: criterionTitleSchema.optional(),
  message: z.string().max(4000).optional(),
});
export type ClaimRefusal = z.infer<typeof claimRefusalSchema>;
