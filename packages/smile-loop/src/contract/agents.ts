import * as z from 'zod';
import { CLAIM_CHARS, MAX_LIST, MAX_OUTPUT_CHARS, MAX_TEXT } from './limits.js';
import { triggerSchema } from './triggers.js';

export const PROVIDERS = ['claude', 'codex', 'gemini'] as const;
export const providerSchema = z.enum(PROVIDERS);
/** The CLI that an agent is. */
export type Provider = z.infer<typeof providerSchema>;

export const ROLES = ['student', 'mentor'] as const;
export type Role = (typeof ROLES)[number];

const text = z.string().max(MAX_TEXT);
const texts = z.array(text).max(MAX_LIST);

/** What a student says at the end, as its prompt asks for it. What it leaves out is empty. */
export const studentAnswerSchema = z.object({
  status: z.enum(['completed', 'ask_mentor', 'cannot_complete']),
  currentStep: text.default(''),
  attemptedActions: texts.default([]),
  problem: text.default(''),
  questionForMentor: text.default(''),
  reason: text.default(''),
  summary: text.default(''),
  filesCreated: texts.default([]),
  commandsRun: texts.default([]),
  /** Why it asks, in its own view. */
  trigger: triggerSchema.optional().catch(undefined),
});
export type StudentAnswer = z.infer<typeof studentAnswerSchema>;

/** A command as the wrapper saw it run: not what the model says of it. */
export const commandSchema = z.object({
  command: z.string().max(MAX_TEXT),
  /** Null where it was ended, or nothing is known of it. */
  exitCode: z.number().int().nullable(),
  /** The end of what it printed. */
  output: z.string().max(MAX_OUTPUT_CHARS),
  /** Milliseconds since the agent began, and for how long it ran. */
  startedAtMs: z.number().int().min(0),
  durationMs: z.number().int().min(0),
  /** Ended, because it took longer than a step may. */
  timedOut: z.boolean().default(false),
});
export type Command = z.infer<typeof commandSchema>;

/** What a student's run came to, as its wrapper reports it. */
export const studentResultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answer'),
    answer: studentAnswerSchema,
    /** The triggers that the wrapper saw fire, whatever the student says. */
    fired: z.array(triggerSchema).max(10),
    commands: z.array(commandSchema).max(MAX_LIST),
  }),
  /** It refused to do it, in these words. */
  z.object({ kind: z.literal('refusal'), text, commands: z.array(commandSchema).max(MAX_LIST) }),
  /** Nothing that can be read came of it. */
  z.object({ kind: z.literal('unreadable'), raw: text, commands: z.array(commandSchema).max(MAX_LIST) }),
  /** The CLI or its model failed. `transient` says that trying again may help. */
  z.object({
    kind: z.literal('failed'),
    code: z.enum(['cli_missing', 'cli_failed', 'model_unreachable', 'rate_limited', 'not_signed_in', 'budget_spent']),
    message: text,
    transient: z.boolean(),
    commands: z.array(commandSchema).max(MAX_LIST),
  }),
]);
export type StudentResult = z.infer<typeof studentResultSchema>;

/** What a mentor says a tutorial lacks. The line is found by the quote. */
export const gapClaimSchema = z.object({
  quote: z.string().max(CLAIM_CHARS.quote),
  title: z.string().max(CLAIM_CHARS.title).default(''),
  missing: z.string().max(CLAIM_CHARS.missing),
  fix: z.object({
    kind: z.enum(['replace', 'insert_before', 'insert_after', 'remove']),
    text: z.string().max(CLAIM_CHARS.fix).default(''),
  }),
  severity: z.enum(['low', 'medium', 'high']).catch('medium'),
});
export type GapClaim = z.infer<typeof gapClaimSchema>;

export const mentorResultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('notes'),
    notes: z.string().max(MAX_TEXT),
    gap: gapClaimSchema.optional(),
    /** It has found no way on. */
    unresolvable: z.boolean(),
    /** Whether the notes were cut to what a note may be. */
    cut: z.boolean(),
  }),
  z.object({ kind: z.literal('refusal'), text }),
  z.object({
    kind: z.literal('failed'),
    code: z.enum(['cli_missing', 'cli_failed', 'model_unreachable', 'rate_limited', 'not_signed_in', 'budget_spent']),
    message: text,
    transient: z.boolean(),
  }),
]);
export type MentorResult = z.infer<typeof mentorResultSchema>;
