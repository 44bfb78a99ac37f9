import { issueContextSchema } from '@agent-factory/protocol/coach';
import * as z from 'zod';
import { jsonColumn } from './json.js';

export const sessionStatusSchema = z.enum(['active', 'completed', 'abandoned']);
export type SessionStatus = z.infer<typeof sessionStatusSchema>;

/** From who needs rules to who goes by intuition, after Dreyfus and Dreyfus (1980). */
export const stageSchema = z.enum(['novice', 'advanced_beginner', 'competent', 'proficient', 'expert']);
export const severitySchema = z.enum(['low', 'medium', 'high']);
export const hintTypeSchema = z.enum(['file', 'line']);

/** How far a student has come in a kata, from 1 to 10. */
const levelSchema = z.number().int().min(1).max(10);

/** Something that makes a kata harder, for those who have reached `minLevel`. */
const constraintSchema = z.object({ title: z.string(), description: z.string(), minLevel: levelSchema });
export type Constraint = z.infer<typeof constraintSchema>;

/** A solution of a kata, and what was said of it once it was reviewed. */
const attemptSchema = z.object({
  code: z.string(),
  review: z.string().optional(),
  level: levelSchema.optional(),
  passed: z.boolean().optional(),
  constraints: z.array(constraintSchema).optional(),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const EXPECTED_FILES = jsonColumn(z.array(z.string()));
export const RELATED_CONCEPTS = jsonColumn(z.array(z.string()));
export const CONSTRAINTS = jsonColumn(z.array(constraintSchema));
export const ATTEMPTS = jsonColumn(z.array(attemptSchema));
export const EVENT_FACTS = jsonColumn(z.record(z.string(), z.unknown()));
export const ISSUE = jsonColumn(issueContextSchema);
