import * as z from 'zod';
import { isDeviceName } from './exercise/path.js';
import { MAX_EXERCISE_ID_LENGTH } from './limits.js';

const SESSION_PREFIX = 'af-';

/** An exercise: lower-case letters, digits and hyphens, so that it is safe as a folder name and a tmux name. */
export const exerciseIdSchema = z
  .string()
  .max(MAX_EXERCISE_ID_LENGTH)
  .regex(/^[a-z0-9-]+$/, 'only lower-case letters, digits and hyphens')
  .refine((id) => !isDeviceName(id), 'another id: on Windows this is a device, and no folder can have its name');
export type ExerciseId = z.infer<typeof exerciseIdSchema>;

/** A terminal session: `af-` and the id of its exercise. There is one per exercise. */
export const sessionIdSchema = z
  .string()
  .max(SESSION_PREFIX.length + MAX_EXERCISE_ID_LENGTH)
  .regex(/^af-[a-z0-9-]+$/, 'af- and an exercise id')
  .refine((id) => !isDeviceName(id.slice(SESSION_PREFIX.length)), 'af- and an exercise id');
export type SessionId = z.infer<typeof sessionIdSchema>;

/** A program that a session can run: one that the daemon knows, or one that the student has described in `agents.json`. */
export const agentIdSchema = z
  .string()
  .max(32)
  .regex(/^[a-z][a-z0-9-]*$/, 'an agent: a lower-case letter, then letters, digits and hyphens');
export type AgentId = z.infer<typeof agentIdSchema>;

export function sessionIdOf(exerciseId: ExerciseId): SessionId {
  return `${SESSION_PREFIX}${exerciseId}`;
}

/** The exercise of a session id, or undefined if the text is not a session id. */
export function exerciseIdOf(sessionId: string): ExerciseId | undefined {
  return sessionIdSchema.safeParse(sessionId).success ? sessionId.slice(SESSION_PREFIX.length) : undefined;
}
