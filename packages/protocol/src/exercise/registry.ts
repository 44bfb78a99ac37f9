import { z } from 'zod';
import { exerciseIdSchema } from '../ids.js';

export const difficultySchema = z.enum(['beginner', 'intermediate', 'advanced']);
export type Difficulty = z.infer<typeof difficultySchema>;

/**
 * One exercise as the registry lists it. `lessonPath` is the lesson's source path below `docs`,
 * without its extension; a lesson has a Practice button where an entry names it.
 */
export const registryEntrySchema = z.object({
  id: exerciseIdSchema,
  title: z.string().min(1).max(200),
  lessonPath: z.string().min(1).max(300),
  difficulty: difficultySchema,
  estimatedMinutes: z.number().int().min(1).max(600),
  xpReward: z.number().int().min(0).max(100_000),
  skills: z.array(z.string().min(1).max(100)).max(20).default([]),
  next: exerciseIdSchema.optional(),
  /** Why it cannot be started: what is wrong with it, for its author. */
  unavailable: z.string().max(4000).optional(),
});
export type RegistryEntry = z.infer<typeof registryEntrySchema>;

/** `registry.json`: generated from the `config.json` of every exercise. */
export const registrySchema = z.object({
  version: z.string().regex(/^1(\.\d+)*$/, 'a registry of version 1'),
  exercises: z.array(registryEntrySchema).max(1000),
});
export type Registry = z.infer<typeof registrySchema>;
