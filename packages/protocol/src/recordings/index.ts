import * as z from 'zod';
import { agentIdSchema, exerciseIdSchema } from '../ids.js';
import { MAX_REQUEST_BYTES } from '../limits.js';
import type { Route } from '../route.js';
import { exerciseRequestSchema } from '../sessions/sessions.js';
import { gridSizeSchema } from '../terminal/frames.js';

/** Largest recording in bytes: hours of an AI coding CLI, or seconds of a flood. */
export const MAX_RECORDING_BYTES = 20 * 1024 * 1024;
/** Most bytes of all recordings together. When they are reached, the student has to delete some. */
export const MAX_RECORDINGS_BYTES = 500 * 1024 * 1024;

/** Media type of a recording: asciicast, version 3 (https://docs.asciinema.org/manual/asciicast/v3). */
export const ASCIICAST = 'application/x-asciicast';

/** What is read of the first line of a recording. `timestamp` is in seconds since 1970. */
export const castHeaderSchema = z.object({
  version: z.literal(3),
  term: gridSizeSchema,
  timestamp: z.number().optional(),
});

/** When it began, in UTC, and eight hex digits: `20261123-081500-1a2b3c4d`. */
export const recordingIdSchema = z.string().regex(/^\d{8}-\d{6}-[0-9a-f]{8}$/);
export type RecordingId = z.infer<typeof recordingIdSchema>;

/**
 * Why a recording ended. `stopped`: by the student. `session_ended`: with its session. `size_limit` and `total_limit`:
 * it, or all together, reached the limit. `disk_full`, `write_failed`: its file could not be written. `interrupted`:
 * the practice server ended.
 */
export const recordingEndSchema = z.enum([
  'stopped',
  'session_ended',
  'size_limit',
  'total_limit',
  'disk_full',
  'write_failed',
  'interrupted',
]);
export type RecordingEnd = z.infer<typeof recordingEndSchema>;

/** A recording of one session, finished or going on. */
export const recordingSchema = gridSizeSchema.extend({
  id: recordingIdSchema,
  exerciseId: exerciseIdSchema,
  agent: agentIdSchema,
  startedAt: z.iso.datetime(),
  durationMs: z.number().int().min(0),
  bytes: z.number().int().min(0),
  /** Whether what was typed is in it, too. */
  withInput: z.boolean(),
  /** Whether it goes on. */
  recording: z.boolean(),
  /** Whether it ended before the student, or the session, was done. */
  truncated: z.boolean(),
  endedBy: recordingEndSchema.optional(),
});
export type Recording = z.infer<typeof recordingSchema>;

/** `POST /recordings/start`. */
export const recordingStartRequestSchema = z.strictObject({
  exerciseId: z.string().max(MAX_REQUEST_BYTES),
  /** Whether what is typed is recorded, too. */
  input: z.boolean().default(false),
});

/** `GET /recordings`: the newest first. */
export const recordingsResponseSchema = z.object({
  recordings: z.array(recordingSchema),
  /** Bytes of all of them, and how many there may be. */
  bytes: z.number().int().min(0),
  limitBytes: z.number().int().min(0),
});
export type RecordingsResponse = z.infer<typeof recordingsResponseSchema>;

/** `POST /recordings/delete`. */
export const recordingDeleteRequestSchema = z.strictObject({ id: z.string().max(MAX_REQUEST_BYTES) });
export const recordingDeleteResponseSchema = z.object({ status: z.literal('deleted') });

/** What pages are told of a session by a frame `capability`: whether it is recorded and, if not any more, why. */
export const recordingStateSchema = z.discriminatedUnion('recording', [
  z.object({ recording: z.literal(true), withInput: z.boolean() }),
  z.object({ recording: z.literal(false), endedBy: recordingEndSchema }),
]);
export type RecordingState = z.infer<typeof recordingStateSchema>;

/** Name of the capability, in `/health` and in frames. */
export const RECORDINGS = 'recordings';

export const RECORDING_ROUTES = {
  start: {
    method: 'POST',
    path: '/recordings/start',
    request: recordingStartRequestSchema,
    response: recordingSchema,
  },
  stop: { method: 'POST', path: '/recordings/stop', request: exerciseRequestSchema, response: recordingSchema },
  list: { method: 'GET', path: '/recordings', response: recordingsResponseSchema },
  delete: {
    method: 'POST',
    path: '/recordings/delete',
    request: recordingDeleteRequestSchema,
    response: recordingDeleteResponseSchema,
  },
  /** The file itself, not JSON; of a recording that goes on, what there is by now. */
  download: { method: 'GET', path: '/recordings/:id', response: z.unknown() },
} as const satisfies Record<string, Route>;
