import * as z from 'zod';
import { commandSchema, PROVIDERS, ROLES } from './agents.js';
import { verdictSchema } from './loop-state.js';
import { loopStatusSchema, outcomeSchema } from './outcomes.js';
import { triggerSchema } from './triggers.js';

export const SEVERITIES = ['high', 'medium', 'low'] as const;

/** Something the tutorial lacks. */
const gapSchema = z.object({
  id: z.number().int().min(1),
  title: z.string(),
  location: z.object({
    /** From 1; null where the quote is nowhere in the text. */
    line: z.number().int().min(1).nullable(),
    text: z.string(),
  }),
  problem: z.string(),
  suggestedFix: z.string(),
  /** A unified diff against the tutorial that applies with `git apply` and `patch -p1`; empty where there is none. */
  patch: z.string(),
  severity: z.enum(SEVERITIES),
  trigger: triggerSchema,
  evidence: z.array(commandSchema.pick({ command: true, exitCode: true, output: true })),
  /** In which iterations it was met. */
  iterations: z.array(z.number().int().min(1)),
});
export type Gap = z.infer<typeof gapSchema>;

export const llmCallSchema = z.object({
  agent: z.enum(ROLES),
  provider: z.enum(PROVIDERS),
  model: z.string(),
  iteration: z.number().int(),
  tokensIn: z.number().int().min(0),
  tokensOut: z.number().int().min(0),
  /** US dollars; null where the price of the model is not known. */
  usd: z.number().min(0).nullable(),
  durationMs: z.number().int().min(0),
  /** HTTP status; `cached` answers came from the disk and cost nothing. */
  status: z.number().int(),
  cached: z.boolean(),
});
export type LlmCall = z.infer<typeof llmCallSchema>;

export const createdFileSchema = z.object({
  iteration: z.number().int(),
  path: z.string(),
  bytes: z.number().int().min(0),
});
export type CreatedFile = z.infer<typeof createdFileSchema>;

export const reportSchema = z.object({
  meta: z.object({
    version: z.literal(1),
    runId: z.string(),
    tutorial: z.string(),
    status: loopStatusSchema,
    outcome: outcomeSchema,
    /** One sentence. */
    summary: z.string(),
    iterations: z.number().int().min(0),
    /** Seconds. */
    duration: z.number().min(0),
    /** ISO 8601 in UTC, of its end. */
    timestamp: z.string(),
    student: z.object({ provider: z.enum(PROVIDERS), model: z.string().optional() }),
    mentor: z.object({ provider: z.enum(PROVIDERS), model: z.string().optional() }),
    /** Whose word the verdict is: a script's, or only the model's. */
    judgedBy: z.enum(['checks', 'model']),
    cost: z.object({ usd: z.number().nullable(), tokensIn: z.number().int(), tokensOut: z.number().int() }),
    imagesMissing: z.array(z.object({ path: z.string(), line: z.number().int() })),
  }),
  gaps: z.array(gapSchema),
  /** All fixes that fit together as one patch; empty where there is none. */
  combinedPatch: z.string(),
  /** What the checks found last, where they were asked. */
  verdict: verdictSchema.optional(),
  timeline: z.array(
    z.object({
      iteration: z.number().int(),
      startedAt: z.string(),
      endedAt: z.string().optional(),
      actions: z.string(),
      result: z.string(),
      trigger: triggerSchema.optional(),
      mentorNotes: z.string().optional(),
    }),
  ),
  auditTrail: z.object({
    commands: z.array(commandSchema.extend({ iteration: z.number().int() })),
    files: z.array(createdFileSchema),
    llmCalls: z.array(llmCallSchema),
    /** Hosts that were asked for and not allowed. */
    denied: z.array(z.object({ iteration: z.number().int(), host: z.string(), count: z.number().int() })),
  }),
  recommendations: z.array(z.string()),
});
export type Report = z.infer<typeof reportSchema>;
