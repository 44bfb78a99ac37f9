import * as z from 'zod';
import { mentorResultSchema, studentResultSchema } from './agents.js';
import { loopStatusSchema, outcomeSchema } from './outcomes.js';
import { triggerSchema } from './triggers.js';

/** Where the loop is; `done` has a status that is not `running`. */
export const PHASES = ['start', 'student', 'judge', 'mentor', 'done'] as const;
const phaseSchema = z.enum(PHASES);
export type Phase = z.infer<typeof phaseSchema>;

/** One criterion of a check. */
const criterionSchema = z.object({
  name: z.string().max(500),
  passed: z.boolean(),
  message: z.string().max(4000).optional(),
});
export type Criterion = z.infer<typeof criterionSchema>;

/** What a script found after a student had said that all was done. */
export const verdictSchema = z.object({ passed: z.boolean(), criteria: z.array(criterionSchema).max(500) });
export type Verdict = z.infer<typeof verdictSchema>;

const iterationSchema = z.object({
  iteration: z.number().int().min(1),
  /** ISO 8601 in UTC. */
  startedAt: z.string().max(40),
  endedAt: z.string().max(40).optional(),
  studentResult: studentResultSchema.optional(),
  /** Why the mentor was asked. */
  trigger: triggerSchema.optional(),
  verdict: verdictSchema.optional(),
  mentorResult: mentorResultSchema.optional(),
});
export type Iteration = z.infer<typeof iterationSchema>;

/** How it has ended. */
const finalResultSchema = z.object({
  outcome: outcomeSchema,
  /** One sentence for people. */
  summary: z.string().max(4000),
  /** Stable, where something failed. */
  code: z.string().max(100).optional(),
});

export const loopStateSchema = z.object({
  version: z.literal(1),
  runId: z.string().max(100),
  iteration: z.number().int().min(0),
  phase: phaseSchema,
  status: loopStatusSchema,
  /** ISO 8601 in UTC. */
  startTime: z.string().max(40),
  /** Milliseconds of work so far, without the time in which nobody ran the loop: clocks may jump, and runs be resumed. */
  elapsedMs: z.number().int().min(0),
  mentorNotes: z.array(z.string().max(20_000)).max(1000),
  history: z.array(iterationSchema).max(1000),
  finalResult: finalResultSchema.nullable(),
});
export type LoopState = z.infer<typeof loopStateSchema>;
