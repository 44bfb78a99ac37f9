import * as z from 'zod';
import { commandSchema, ROLES } from './agents.js';
import { loopStateSchema } from './loop-state.js';
import { loopStatusSchema, outcomeSchema } from './outcomes.js';

/** What an agent does right now, for who watches; never part of the state. */
export const liveSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().max(20_000) }),
  z.object({ kind: z.literal('thought'), text: z.string().max(20_000) }),
  z.object({ kind: z.literal('command_start'), command: z.string().max(20_000) }),
  z.object({ kind: z.literal('command_end'), command: commandSchema }),
]);
export type Live = z.infer<typeof liveSchema>;

/**
 * What an observer is sent. The six of the specification, and `live`, which they may be without: pieces that come
 * faster than an observer may be told are joined. `seq` grows by one within a run and is what a recorded run is read by.
 */
export const observeEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected'), state: loopStateSchema }),
  z.object({ type: z.literal('iteration_start'), iteration: z.number().int(), timestamp: z.string() }),
  z.object({
    type: z.literal('student_output'),
    status: z.string(),
    summary: z.string(),
    currentStep: z.string(),
    iteration: z.number().int(),
    /** Line of the tutorial that the student was at, from 1. */
    line: z.number().int().optional(),
  }),
  z.object({
    type: z.literal('mentor_output'),
    notes: z.string(),
    iteration: z.number().int(),
    line: z.number().int().optional(),
  }),
  z.object({
    type: z.literal('loop_complete'),
    status: loopStatusSchema,
    outcome: outcomeSchema,
    summary: z.string(),
    iterations: z.number().int(),
  }),
  z.object({ type: z.literal('error'), message: z.string() }),
  z.object({
    type: z.literal('live'),
    role: z.enum(ROLES),
    iteration: z.number().int(),
    line: z.number().int().optional(),
    pieces: z.array(liveSchema).max(200),
    /** Pieces that were left out, because there were too many at once. */
    dropped: z.number().int().default(0),
  }),
  z.object({
    type: z.literal('cost'),
    usd: z.number().nullable(),
    tokensIn: z.number().int(),
    tokensOut: z.number().int(),
  }),
]);
export type ObserveEvent = z.infer<typeof observeEventSchema>;

/** As it is kept in the run's folder, one a line. */
export const recordedEventSchema = z.object({ seq: z.number().int(), at: z.string(), event: observeEventSchema });
export type RecordedEvent = z.infer<typeof recordedEventSchema>;

/**
 * An event as it is sent: `seq` is that of the recorded event, `from` that of the first where several were joined. By
 * them, who watches knows what they have already read from the run's folder.
 */
export type SentEvent = ObserveEvent & { readonly seq?: number; readonly from?: number };
