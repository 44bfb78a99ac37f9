import * as z from 'zod';
import { errorBodySchema } from '../errors.js';
import { criterionTitleSchema, stageTitleSchema } from '../exercise/criteria.js';
import { registryEntrySchema } from '../exercise/registry.js';
import { checkIdSchema, criterionSchema, verificationResultSchema } from '../exercise/verification.js';
import { agentIdSchema, exerciseIdSchema, sessionIdSchema } from '../ids.js';
import { MAX_REQUEST_BYTES } from '../limits.js';
import { gridSizeSchema } from '../terminal/frames.js';
import { agentStateSchema } from './agent-work.js';

/** Where an exercise stands on this machine. `running` has a live session, `in_progress` a workspace. */
export const exerciseStatusSchema = z.enum(['not_started', 'in_progress', 'running', 'completed']);
export type ExerciseStatus = z.infer<typeof exerciseStatusSchema>;

/** A registry entry and its status. A completed exercise whose session is alive is `completed` with `running`. */
export const exerciseSummarySchema = registryEntrySchema.extend({
  status: exerciseStatusSchema,
  running: z.boolean(),
  completedAt: z.string().optional(),
  workspace: z.string().optional(),
});
export type ExerciseSummary = z.infer<typeof exerciseSummarySchema>;

/** `GET /exercises`. `source` is `cache` when the lesson site could not be reached. */
export const exercisesResponseSchema = z.object({
  source: z.enum(['content', 'cache']),
  exercises: z.array(exerciseSummarySchema),
});
export type ExercisesResponse = z.infer<typeof exercisesResponseSchema>;

/** Times are ISO 8601 in UTC. `connected` tells whether a browser is attached. */
export const sessionSummarySchema = z.object({
  sessionId: sessionIdSchema,
  exerciseId: exerciseIdSchema,
  agent: agentIdSchema,
  status: z.enum(['running', 'agent_exited']),
  createdAt: z.string(),
  lastActivity: z.string(),
  connected: z.boolean(),
  workspace: z.string(),
  /** What its agent does, as far as that is known. A shell has none. */
  agentState: agentStateSchema.optional(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

/** `GET /exercises/sessions`. */
export const sessionsResponseSchema = z.object({ sessions: z.array(sessionSummarySchema) });
export type SessionsResponse = z.infer<typeof sessionsResponseSchema>;

/** `POST /exercises/start`. */
export const startRequestSchema = z.strictObject({
  exerciseId: z.string().max(MAX_REQUEST_BYTES),
  lessonPath: z.string().max(300).optional(),
  agent: agentIdSchema.optional(),
  /** Grid of the browser's terminal in cells, so that the agent draws its first screen at that size. */
  size: gridSizeSchema.optional(),
});
export type StartRequest = z.infer<typeof startRequestSchema>;

/** What a newer version of an exercise did to the workspace; paths are relative to it. */
export const workspaceUpdateSchema = z.object({
  from: z.string(),
  to: z.string(),
  updated: z.array(z.string()),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** Files the student has touched, left as they are. */
  kept: z.array(z.string()),
});
export type WorkspaceUpdate = z.infer<typeof workspaceUpdateSchema>;

/** Something worth telling the student that did not prevent the start. */
export const noticeSchema = z.object({
  code: z.enum(['not_signed_in', 'content_from_cache', 'agent_differs', 'not_coached']),
  message: z.string(),
  commands: z.array(z.string()).default([]),
});
export type Notice = z.infer<typeof noticeSchema>;

/** A part of the exercise that makes sense by itself, and the titles of its criteria; without any, the tutor judges it. */
export const stageSchema = z.object({ title: stageTitleSchema, criteria: z.array(criterionTitleSchema) });
export type Stage = z.infer<typeof stageSchema>;

/** What the panel shows of an exercise before any check: its stages, the lengths of its ladders, what comes next. */
export const exerciseOutlineSchema = z.object({
  stages: z.array(stageSchema).default([]),
  /** By criterion: the number of rungs of its ladder. */
  hints: z.record(z.string(), z.number().int().min(1)).default({}),
  /** By criterion: the hints shown so far. */
  revealed: z.record(z.string(), z.array(z.string())).default({}),
  hasSolution: z.boolean().default(false),
  /** Whether its programs need the internet. */
  network: z.boolean().default(false),
  next: exerciseIdSchema.optional(),
});
export type ExerciseOutline = z.infer<typeof exerciseOutlineSchema>;

/**
 * Answer to `start`. `wsUrl` carries the session's ticket. `created` means a new workspace;
 * everything else is `resumed`, whether or not the session was still alive.
 */
export const startResponseSchema = z.object({
  sessionId: sessionIdSchema,
  exerciseId: exerciseIdSchema,
  wsUrl: z.string(),
  status: z.enum(['created', 'resumed']),
  workspace: z.string(),
  agent: agentIdSchema,
  version: z.string(),
  update: workspaceUpdateSchema.optional(),
  outline: exerciseOutlineSchema.default({
    stages: [],
    hints: {},
    revealed: {},
    hasSolution: false,
    network: false,
  }),
  notices: z.array(noticeSchema).default([]),
});
export type StartResponse = z.infer<typeof startResponseSchema>;

/** `POST /exercises/{verify,reset,finish}`. */
export const exerciseRequestSchema = z.strictObject({ exerciseId: z.string().max(MAX_REQUEST_BYTES) });
export type ExerciseRequest = z.infer<typeof exerciseRequestSchema>;

/**
 * What follows the path of `POST /exercises/verify`. It is not in the body, so that a practice server of another
 * version, which refuses bodies that it does not know, still checks.
 */
export const verifyQuerySchema = z.object({ checkId: checkIdSchema.optional() });

/** `POST /exercises/reset`. `archivedTo` is where the old workspace is now, if there was one. */
export const resetResponseSchema = z.object({
  status: z.literal('reset'),
  message: z.string(),
  archivedTo: z.string().optional(),
});
export type ResetResponse = z.infer<typeof resetResponseSchema>;

/** `POST /exercises/finish`: ends the session of a completed exercise and keeps its workspace. */
export const finishResponseSchema = z.object({ status: z.literal('finished'), message: z.string() });
export type FinishResponse = z.infer<typeof finishResponseSchema>;

/** One line of a streamed `POST /exercises/verify` (`Accept: application/x-ndjson`); `result` or `error` is last. */
export const verifyStreamRowSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('criterion'), criterion: criterionSchema }),
  z.object({ type: z.literal('result'), result: verificationResultSchema }),
  z.object({ type: z.literal('error'), error: errorBodySchema }),
]);
export type VerifyStreamRow = z.infer<typeof verifyStreamRowSchema>;
