import { z } from 'zod';
import { agentIdSchema } from '../ids.js';

/** A program the daemon needs. `signedIn` is there for AI CLIs that can tell. */
export const dependencySchema = z.object({
  installed: z.boolean(),
  version: z.string().optional(),
  /** False where the version is older than what works. */
  supported: z.boolean().optional(),
  signedIn: z.boolean().optional(),
});
export type Dependency = z.infer<typeof dependencySchema>;

/** The next thing the student has to do, and only that one. */
export const setupStepSchema = z.object({
  dependency: z.string(),
  /** `<dependency>_not_found`, `<dependency>_too_old` or `<dependency>_not_signed_in`. */
  reason: z.string(),
  title: z.string(),
  message: z.string(),
  /** Commands for the student's own terminal, in this order, fitted to the platform. */
  commands: z.array(z.string()),
});
export type SetupStep = z.infer<typeof setupStepSchema>;

/** `GET /health`. `healthy` is false when sessions cannot start; `reason` and `next` say what to do. */
export const healthSchema = z.object({
  name: z.literal('practice-server'),
  healthy: z.boolean(),
  reason: z.string().optional(),
  next: setupStepSchema.optional(),
  version: z.string(),
  protocolVersion: z.number().int(),
  port: z.number().int(),
  startedAt: z.string(),
  platform: z.string(),
  agent: agentIdSchema,
  content: z.string(),
  dependencies: z.record(z.string(), dependencySchema),
  activeSessions: z.number().int().min(0),
});
export type Health = z.infer<typeof healthSchema>;
