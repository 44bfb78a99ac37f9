import * as z from 'zod';

// What a learner and a mentor write, in the words of the program that asks them. A model is an outsider: it knows these
// from its prompt, so nothing is imported from that program.

export const triggerSchema = z.enum([
  'missing_dependency',
  'timeout',
  'ambiguous_instruction',
  'command_failure',
  'max_retries',
  'check_failed',
]);
/** Why a student asks. */
export type Trigger = z.infer<typeof triggerSchema>;

/** What a student says at its end. */
export interface StudentAnswer {
  readonly status: 'completed' | 'ask_mentor' | 'cannot_complete';
  readonly currentStep: string;
  readonly attemptedActions: readonly string[];
  readonly problem: string;
  readonly questionForMentor: string;
  readonly reason: string;
  readonly summary: string;
  readonly commandsRun: readonly string[];
  readonly trigger: Trigger;
}

export const fixSchema = z.strictObject({
  kind: z.enum(['replace', 'insert_before', 'insert_after', 'remove']),
  text: z.string().default(''),
});

/** What a mentor says that a tutorial lacks. */
export interface GapClaim {
  readonly quote: string;
  readonly title: string;
  readonly missing: string;
  readonly fix: z.infer<typeof fixSchema>;
  readonly severity: 'low' | 'medium' | 'high';
}

/** The last line of a mentor that has found no way on. */
export const UNRESOLVABLE = 'UNRESOLVABLE';
