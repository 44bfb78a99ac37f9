import { issueContextSchema } from '@agent-factory/protocol/coach';
import { constraintSchema, levelSchema, severitySchema } from '@agent-factory/protocol/mind';
import * as z from 'zod';
import { jsonColumn } from './json.js';

export const sessionStatusSchema = z.enum(['active', 'completed', 'abandoned']);
export type SessionStatus = z.infer<typeof sessionStatusSchema>;

export const hintTypeSchema = z.enum(['file', 'line']);

/** A solution of a kata, and what was said of it once it was reviewed. */
const attemptSchema = z.object({
  code: z.string(),
  review: z.string().optional(),
  level: levelSchema.optional(),
  passed: z.boolean().optional(),
  /** Titles of those that the student had taken on. */
  constraints: z.array(z.string()).optional(),
  at: z.iso.datetime().optional(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** What came of wrapping a session up: with a model, or by rules alone where none could be asked. */
const wrapUpSchema = z.object({
  by: z.enum(['model', 'rules']),
  at: z.iso.datetime(),
  knowledgeGaps: z.number().int(),
  kataSpecs: z.number().int(),
  dreyfusUpdates: z.number().int(),
  memoriesStored: z.number().int(),
  /**
   * Of what the agent has told: nothing came; it was used, or the student wants nothing remembered; a model has failed, so
   * that the next start tries again; or no model could be asked. The two last are kept. Without it, as if it was used.
   */
  transcript: z.enum(['none', 'used', 'later', 'kept']).optional(),
});
export type WrapUp = z.infer<typeof wrapUpSchema>;

/**
 * How far wrapping a session up has come, so that who comes after a daemon that was killed goes on and does nothing twice.
 * A step that is there is done. `memories`: what is to be remembered, which is kept elsewhere.
 */
const wrappingUpSchema = z.object({
  /** What the agent has handed over. */
  transcript: z.string(),
  /** Whether a model has made the memories of it. */
  isHeard: z.boolean().optional(),
  gaps: z.object({ knowledgeGaps: z.number().int(), kataSpecs: z.number().int() }).optional(),
  assessments: z.object({ dreyfusUpdates: z.number().int() }).optional(),
  memories: z
    .array(z.object({ content: z.string(), tags: z.array(z.string()), importance: severitySchema }))
    .optional(),
});
export type WrappingUp = z.infer<typeof wrappingUpSchema>;

export const WRAP_UP = jsonColumn(wrapUpSchema);
export const WRAPPING_UP = jsonColumn(wrappingUpSchema);
/** With what help something was done. */
export const helpSchema = z.enum(['alone', 'hints', 'solution']);

export const SKILLS = jsonColumn(z.array(z.string()));
export const TAGS = jsonColumn(z.array(z.string()));
export const EXPECTED_FILES = jsonColumn(z.array(z.string()));
export const RELATED_CONCEPTS = jsonColumn(z.array(z.string()));
export const CONSTRAINTS = jsonColumn(z.array(constraintSchema));
export const ATTEMPTS = jsonColumn(z.array(attemptSchema));
export const EVENT_FACTS = jsonColumn(z.record(z.string(), z.unknown()));
export const ISSUE = jsonColumn(issueContextSchema);
