import * as z from 'zod';
import { MAX_PATH_LENGTH, rangeSchema } from '../project-place.js';
import { MAX_ACTIONS_PAGE } from './limits.js';
import { countSchema, hintLevelSchema, messageKindSchema } from './values.js';

const path = z.string().max(MAX_PATH_LENGTH);
const word = z.string().max(200);
const nothing = z.object({});
const signal = { signal: word, confidence: z.number().min(0).max(1) };
const phase = z.object({ phaseId: word, phaseNumber: z.number().int(), title: word });

/** Everything that the action log holds, by its type (spec story 4, and what stories 11 and 12 add). */
export const ACTION_DATA = {
  file_open: z.object({ path }),
  file_save: z.object({ path, charCount: countSchema }),
  file_close: z.object({ path }),
  buffer_summary: z.object({ path, editCount: countSchema, charDelta: z.number().int(), charCount: countSchema }),
  buffer_significant_change: z.object({
    path,
    previousCharCount: countSchema,
    newCharCount: countSchema,
    delta: z.number().int(),
  }),
  tab_switch: z.object({ fromPath: path.nullable(), toPath: path }),
  selection: z.object({ path, range: rangeSchema, textLength: countSchema }),
  hint_level_change: z.object({ level: hintLevelSchema, previousLevel: hintLevelSchema }),
  explain_requested: z.object({ path, range: rangeSchema.optional() }),
  review_requested: z.object({ kataId: word }),
  idle_start: z.object({ lastActionTimestamp: z.number() }),
  idle_end: nothing,
  session_started: z.object({ issueNumber: z.number().int().optional() }),
  session_resumed: z.object({ previousSessionId: word }),
  session_ended: z.object({ status: z.enum(['completed', 'abandoned']), durationMs: z.number().min(0) }),
  phase_started: phase,
  phase_completed: phase,
  coaching_message: z.object({ messageType: messageKindSchema }),
  nudge_sent: z.object(signal),
  /** `signal` and `confidence` are there where a model was asked. */
  nudge_suppressed: z.object({ signal: word.optional(), confidence: signal.confidence.optional(), reason: word }),
  /** The observer's nudge did not reach the agent; why. */
  nudge_dropped: z.object({ signal: word, reason: word }),
  observer_muted: z.object({ muted: z.boolean() }),
  /** Every look and every pointing of the agent. `sessionId` is that of its MCP connection. */
  mcp_tool_call: z.object({
    toolName: word,
    sessionId: word,
    path: path.optional(),
    refused: word.optional(),
  }),
  /** `ofPlan`: a phase begins with it, and nobody has asked for it. */
  decorations_applied: z.object({ path, count: countSchema, ofPlan: z.literal(true).optional() }),
  file_hints_applied: z.object({ paths: z.array(path).max(100) }),
  /** The agent has handed a plan over, and the coach has made phases of it. */
  coaching_pipeline: z.object({ planId: word, phases: countSchema, memories: countSchema }),
  /** A session was wrapped up. */
  session_wrapped_up: z.object({
    knowledgeGaps: countSchema,
    kataSpecs: countSchema,
    dreyfusUpdates: countSchema,
    memoriesStored: countSchema,
    by: z.enum(['model', 'rules']),
  }),
  explain_completed: z.object({
    path,
    model: word,
    latency_ms: z.number(),
    success: z.boolean(),
    error: word.optional(),
  }),
  review_completed: z.object({
    kataId: word,
    level: z.number().int(),
    passed: z.boolean(),
    model: word,
    latency_ms: z.number(),
    success: z.boolean(),
    error: word.optional(),
  }),
  dashboard_loaded: z.object({ statsPeriod: word, issuesLoaded: z.boolean(), materialsLoaded: z.boolean() }),
} as const;

export type ActionType = keyof typeof ACTION_DATA;
export type ActionData<Type extends ActionType> = z.infer<(typeof ACTION_DATA)[Type]>;
export const ACTION_TYPES = Object.keys(ACTION_DATA) as [ActionType, ...ActionType[]];
export const actionTypeSchema = z.enum(ACTION_TYPES);

/** An action that is about to be logged. */
export type NewAction = { [Type in ActionType]: { readonly type: Type; readonly data: ActionData<Type> } }[ActionType];

/** One row of the action log; `at` is ISO 8601 in UTC, and `id` is the order. */
export const actionSchema = z.object({
  id: z.number().int(),
  sessionId: word,
  at: z.iso.datetime(),
  type: actionTypeSchema,
  data: z.record(z.string(), z.unknown()),
});
export type Action = z.infer<typeof actionSchema>;

/** `GET /coach/projects/:id/actions`: the newest first, those before the action with the id `before`. */
export const actionsQuerySchema = z.object({
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_ACTIONS_PAGE).default(100),
  type: z
    .string()
    .max(2000)
    .transform((list) => list.split(','))
    .pipe(z.array(actionTypeSchema))
    .optional(),
});
export type ActionsQuery = z.infer<typeof actionsQuerySchema>;

/** `next` asks for what is older; without it there is nothing. */
export const actionsResponseSchema = z.object({ actions: z.array(actionSchema), next: z.number().int().optional() });
export type ActionsResponse = z.infer<typeof actionsResponseSchema>;
