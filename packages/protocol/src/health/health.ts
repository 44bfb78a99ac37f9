import { z } from 'zod';
import { boundedList, boundedRecord } from '../bounded.js';
import { agentIdSchema } from '../ids.js';

/** A name, a version or a time, and a sentence or an address: whatever answers on our port may send anything. */
const word = z.string().max(200);
const text = z.string().max(4000);

/** A program the daemon needs. `signedIn` is there for AI CLIs that can tell. */
export const dependencySchema = z.object({
  installed: z.boolean(),
  version: word.optional(),
  /** False where the version is older than what works. */
  supported: z.boolean().optional(),
  signedIn: z.boolean().optional(),
});
export type Dependency = z.infer<typeof dependencySchema>;

/** The next thing the student has to do, and only that one. */
export const setupStepSchema = z.object({
  dependency: word,
  /** `<dependency>_not_found`, `<dependency>_too_old` or `<dependency>_not_signed_in`. */
  reason: word,
  title: text,
  message: text,
  /** Commands for the student's own terminal, in this order, fitted to the platform. */
  commands: boundedList(text, { max: 50 }),
});
export type SetupStep = z.infer<typeof setupStepSchema>;

/** What one capability says of itself: numbers, words and switches, whose meaning is its own. */
const capabilityHealthSchema = boundedRecord(word, z.union([z.number(), text, z.boolean()]), 50);
export type CapabilityHealth = z.infer<typeof capabilityHealthSchema>;

/**
 * `GET /health`. `healthy` is false when sessions cannot start; `reason` and `next` say what to do. `proof`
 * answers a `?nonce=`: who has the token of the discovery file can tell by it that this daemon has it too.
 */
export const healthSchema = z.object({
  name: z.literal('practice-server'),
  healthy: z.boolean(),
  reason: word.optional(),
  next: setupStepSchema.optional(),
  version: word,
  protocolVersion: z.number().int(),
  port: z.number().int(),
  startedAt: word,
  platform: word,
  agent: agentIdSchema,
  content: text,
  dependencies: boundedRecord(word, dependencySchema, 100),
  activeSessions: z.number().int().min(0),
  /** Unexpected failures since the start, of which the log has the causes. A server of an earlier version does not count them. */
  faults: z.number().int().min(0).optional(),
  proof: word.optional(),
  /** Which capabilities there are, each with its share. A server of an earlier version says nothing of them. */
  capabilities: boundedRecord(word, capabilityHealthSchema, 100).optional(),
});
export type Health = z.infer<typeof healthSchema>;
