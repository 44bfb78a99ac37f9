import * as z from 'zod';
import { levelSchema, stageSchema } from './values.js';

/** Something that makes a kata harder, for those who have reached `minLevel`. */
export const constraintSchema = z.object({ title: z.string(), description: z.string(), minLevel: levelSchema });
export type Constraint = z.infer<typeof constraintSchema>;

/** A kata in a list. */
export const kataOutlineSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** The gap that it is against. */
  topic: z.string(),
  attemptsCount: z.number().int().min(0),
  /** The highest level of an attempt; null without one. */
  bestLevel: levelSchema.nullable(),
  constraintCount: z.number().int().min(0),
});
export type KataOutline = z.infer<typeof kataOutlineSchema>;

/** An attempt, as the student sees it. `constraints`: titles. */
export const attemptSchema = z.object({
  code: z.string(),
  review: z.string(),
  level: levelSchema,
  passed: z.boolean(),
  constraints: z.array(z.string()),
  at: z.iso.datetime(),
});

/** A kata that is worked on. What its instructor has noted is not in it. */
export const kataSchema = kataOutlineSchema.extend({
  description: z.string(),
  scaffoldingCode: z.string(),
  constraints: z.array(constraintSchema.extend({ unlocked: z.boolean() })),
  attempts: z.array(attemptSchema),
});
export type Kata = z.infer<typeof kataSchema>;

export const reviewSchema = z.object({
  /** As it was asked. */
  kataId: z.string(),
  correct: z.boolean(),
  feedback: z.string(),
  level: levelSchema,
  passed: z.boolean(),
  followUp: z
    .object({
      type: z.enum(['constraint_escalation', 'retry_hint', 'completed']),
      constraint: z.string().optional(),
      reason: z.string().optional(),
    })
    .nullable(),
  dreyfusSignal: z.enum(['advancing', 'stable', 'struggling']),
  unlockedConstraints: z.array(constraintSchema),
});
export type Review = z.infer<typeof reviewSchema>;

/** `GET /coach/katas`: the latest first. */
export const katasResponseSchema = z.object({ katas: z.array(kataOutlineSchema), stage: stageSchema });
