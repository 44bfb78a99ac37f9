import * as z from 'zod';
import { exerciseIdSchema } from '../ids.js';
import { MAX_REQUEST_BYTES } from '../limits.js';
import type { Route } from '../route.js';
import { nudgeModeSchema } from './nudge-mode.js';

export { NO_NUDGE, type NoNudge } from './no-nudge.js';
export { type NudgeMode, nudgeModeSchema } from './nudge-mode.js';

/** Milliseconds without input after which a nudge may come (spec terminal-events §6). */
export const NUDGE_AFTER_MS = 120_000;

/** What a nudge says to the agent, in turn (spec terminal-events §6). */
export const NUDGE_PROMPTS = [
  'Please continue exploring the next topic',
  'Find and explain a more interesting part',
  'Shall we look at the next important concept?',
] as const;

/** So many nudges in a row without an answer are the last, until the student does something. */
export const MAX_UNANSWERED_NUDGES = 3;

/** After a check, the student has its result to read, for so many milliseconds. */
export const QUIET_AFTER_CHECK_MS = 60_000;

/** After a nudge of whoever it was, nobody nudges for so many milliseconds (spec coaching-backend FR-133). */
export const QUIET_AFTER_NUDGE_MS = 120_000;

/** A nudge that waits for the student. The first prompt is the one whose turn it is. */
export const offeredNudgeSchema = z.object({ nudgeId: z.string(), prompts: z.array(z.string()).min(1) });
export type OfferedNudge = z.infer<typeof offeredNudgeSchema>;

/** `GET /exercises/:id/nudge`: how nudges stand for an exercise. */
export const nudgeStateSchema = z.object({
  exerciseId: exerciseIdSchema,
  mode: nudgeModeSchema,
  /** Whether the student wants none: for this exercise, or for all. */
  muted: z.enum(['no', 'exercise', 'all']),
  offered: offeredNudgeSchema.optional(),
});
export type NudgeState = z.infer<typeof nudgeStateSchema>;

/** `POST /nudges/answer`: `send` has the text of one of the prompts; without it, the nudge is dismissed. */
export const nudgeAnswerRequestSchema = z.strictObject({
  exerciseId: z.string().max(MAX_REQUEST_BYTES),
  nudgeId: z.string().min(1).max(40),
  send: z.string().min(1).max(200).optional(),
});

/** `POST /nudges/mute`: without an exercise, for all. */
export const nudgeMuteRequestSchema = z.strictObject({
  exerciseId: z.string().max(MAX_REQUEST_BYTES).optional(),
  muted: z.boolean(),
});

export const NUDGE_ROUTES = {
  state: { method: 'GET', path: '/exercises/:id/nudge', response: nudgeStateSchema },
  answer: {
    method: 'POST',
    path: '/nudges/answer',
    request: nudgeAnswerRequestSchema,
    response: z.object({ status: z.enum(['sent', 'dismissed']) }),
  },
  mute: {
    method: 'POST',
    path: '/nudges/mute',
    request: nudgeMuteRequestSchema,
    response: z.object({ muted: z.boolean() }),
  },
} as const satisfies Record<string, Route>;
