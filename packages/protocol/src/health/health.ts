import * as z from 'zod';
import { boundedList, boundedRecord } from '../bounded.js';
import { agentIdSchema } from '../ids.js';

/** Limits for a name, version or time, and for a sentence or address: anything may answer on our port. */
const word = z.string().max(200);
const text = z.string().max(4000);

/** A program the daemon needs. AI CLIs that can tell have `signedIn`. */
export const dependencySchema = z.object({
  installed: z.boolean(),
  version: word.optional(),
  /** False if the version is too old to work; of an AI CLI, in the terminal. */
  supported: z.boolean().optional(),
  /** Set where its file is there and cannot be started: `not_executable`, or `shell` for a link to one. `path` is that file. */
  blocked: word.optional(),
  path: text.optional(),
  signedIn: z.boolean().optional(),
});
export type Dependency = z.infer<typeof dependencySchema>;

/** The one thing that the student has to do next. */
export const setupStepSchema = z.object({
  dependency: word,
  /** `<dependency>_` and `not_found`, `not_executable`, `shell`, `too_old`, `not_signed_in` or `sign_in_unknown`. */
  reason: word,
  title: text,
  message: text,
  /** Commands for the student's own terminal, in this order, for this platform. */
  commands: boundedList(text, { max: 50 }),
});
export type SetupStep = z.infer<typeof setupStepSchema>;

/** What one capability reports about itself: numbers, words and switches, which only it defines. */
const capabilityHealthSchema = boundedRecord(word, z.union([z.number(), text, z.boolean()]), 50);
export type CapabilityHealth = z.infer<typeof capabilityHealthSchema>;

/**
 * `GET /health`. `healthy` is false when sessions cannot start; `reason` and `next` say what to do. `proof`
 * answers a `?nonce=`: it proves to whoever has the discovery file's token that this daemon has it too.
 */
export const healthSchema = z.object({
  name: z.literal('practice-server'),
  /** Always `ok`: it answers. Older servers do not say so. */
  status: z.literal('ok').optional(),
  healthy: z.boolean(),
  reason: word.optional(),
  next: setupStepSchema.optional(),
  version: word,
  protocolVersion: z.number().int(),
  port: z.number().int(),
  startedAt: word,
  /** Seconds since then, by a clock that never jumps. Older servers do not tell. */
  uptime: z.number().min(0).optional(),
  platform: word,
  agent: agentIdSchema,
  content: text,
  dependencies: boundedRecord(word, dependencySchema, 100),
  activeSessions: z.number().int().min(0),
  /** Unexpected failures since the start; the log has their causes. Older servers do not count them. */
  faults: z.number().int().min(0).optional(),
  proof: word.optional(),
  /** The capabilities, each with its own report. Older servers do not list them. */
  capabilities: boundedRecord(word, capabilityHealthSchema, 100).optional(),
});
export type Health = z.infer<typeof healthSchema>;
