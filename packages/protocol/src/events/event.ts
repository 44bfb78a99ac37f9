import * as z from 'zod';
import { actionTypeSchema } from '../coach/actions.js';
import { errorCodeSchema } from '../errors.js';
import { claimRefusalSchema, stageNumberSchema, stageProofSchema, txHashSchema } from '../exercise/claims.js';
import { criterionTitleSchema, stageTitleSchema } from '../exercise/criteria.js';
import { checkIdSchema, criterionSchema } from '../exercise/verification.js';
import { agentIdSchema, exerciseIdSchema } from '../ids.js';
import { agentWorkSchema } from '../sessions/agent-work.js';
import { endReasonSchema } from '../terminal/frames.js';

const count = z.number().int().min(0);
const nothing = z.object({});
const nudgeId = z.string().min(1).max(40);
const checkId = checkIdSchema.optional();
const text = z.string().max(4000);

/** Everything that is written into the event log, by its type. Types are added; what one means never changes. */
export const EVENT_DATA = {
  /** `created`: with a new workspace. */
  session_started: z.object({ agent: agentIdSchema, status: z.enum(['created', 'resumed']) }),
  session_ended: z.object({ reason: endReasonSchema }),
  agent_state: agentWorkSchema,
  /** An official check begins. `checkId` is what the page that asked for it calls it, so that it knows its own. */
  check_began: z.object({ checkId }),
  criterion_judged: z.object({ criterion: criterionSchema, checkId }),
  /** It is over: of `total` criteria, so many `passed`. `error`: it could not judge the work, and why. */
  check_ended: z.object({
    checkId,
    status: z.enum(['passed', 'failed', 'error', 'timeout']),
    complete: z.boolean(),
    passed: count,
    total: count,
    /** Milliseconds. */
    durationMs: z.number().min(0),
    error: z.object({ code: z.string().max(100), message: text }).optional(),
    /** The end of what the check printed, if that may help its author. */
    output: text.optional(),
  }),
  /** `rung` counts from 1 up to `total`; `hint` is what it says, and the next one opens by itself at `nextAt`. */
  hint_shown: z.object({
    criterion: criterionTitleSchema,
    rung: z.number().int().min(1),
    hint: text.optional(),
    total: count.optional(),
    nextAt: z.iso.datetime().optional(),
  }),
  solution_shown: nothing,
  /**
   * The tutor has told the student lines of a solution that they have not opened: of `of` lines that only the solution
   * has, so many by now, `inRow` of them one after the other. In the Workbench it was refused, and not shown.
   */
  tutor_leak: z.object({ where: z.enum(['terminal', 'chat', 'workbench']), lines: count, inRow: count, of: count }),
  /** The tutor says that a stage is complete; what follows says whether it is. */
  stage_claimed: z.object({ stageNumber: stageNumberSchema }),
  stage_completed: z.object({ stageNumber: stageNumberSchema, title: stageTitleSchema, by: stageProofSchema }),
  stage_refused: z.object({ stageNumber: stageNumberSchema, ...claimRefusalSchema.shape }),
  stage_unlocked: z.object({ stageNumber: stageNumberSchema, txHash: txHashSchema }),
  /** The tutor says that the whole exercise is complete. */
  course_claimed: nothing,
  course_completed: z.object({ by: stageProofSchema }),
  course_refused: claimRefusalSchema,
  /** A check has completed the exercise. `completionId` names this completion, wherever it is told. */
  exercise_completed: z.object({ completionId: z.uuid(), xp: count, first: z.boolean() }),
  /** Progress was changed by the student: read it anew. */
  progress_changed: z.object({ reason: z.enum(['reset', 'import']) }),
  /** `prompts` are offered in this order. */
  nudge_offered: z.object({ nudgeId, prompts: z.array(z.string().max(200)).min(1).max(10) }),
  /** The prompt is on its way to the agent, whole and submitted once. */
  nudge_sent: z.object({ nudgeId, prompt: z.string().max(200), by: z.enum(['student', 'auto']) }),
  /** It did not reach the agent, and why, in words. */
  nudge_dropped: z.object({ nudgeId, reason: text }),
  /** The student wants none of it, has done something else, or the agent goes on by itself. */
  nudge_dismissed: z.object({ nudgeId }),
  /** Whether nudges are off, for this exercise or, without one, for all. */
  nudge_muted: z.object({ muted: z.boolean() }),
  /** The state of what the daemon needs has changed: read `/health` anew. */
  health_changed: z.object({ healthy: z.boolean(), reason: z.string().max(200).optional() }),
  /** Something a student, or their coach, did in the Workbench: a row of the action log. */
  coach_action: z.object({
    action: actionTypeSchema,
    /** The coaching session. */
    sessionId: z.string().max(100),
    data: z.record(z.string(), z.unknown()),
  }),
  /** Something failed, or was refused, that somebody should know of. */
  error: z.object({ code: errorCodeSchema, message: text }),
} as const;

export type EventType = keyof typeof EVENT_DATA;
export type EventData<Type extends EventType> = z.infer<(typeof EVENT_DATA)[Type]>;
export const EVENT_TYPES = Object.keys(EVENT_DATA) as [EventType, ...EventType[]];

/** What an event is about: an exercise, a conversation, or the daemon. */
export interface EventSubject {
  readonly exerciseId?: string | undefined;
  readonly conversationId?: string | undefined;
}

/** An event that has not happened yet. */
export type NewEvent = {
  [Type in EventType]: EventSubject & { readonly type: Type; readonly data: EventData<Type> };
}[EventType];

const envelope = {
  /** Grows by every event, of any subject; not necessarily by one. */
  id: z.number().int().min(1),
  /** ISO 8601 in UTC, by the clock of the student's machine, which may jump: `id` is the order. */
  at: z.iso.datetime(),
  exerciseId: exerciseIdSchema.optional(),
  conversationId: z.string().max(100).optional(),
};

function eventSchemas() {
  return EVENT_TYPES.map((type) => z.object({ ...envelope, type: z.literal(type), data: EVENT_DATA[type] }));
}

/** One event of the log. */
export type PracticeEvent = NewEvent & { readonly id: number; readonly at: string };

/** Reads one event; those of a type that this version does not know are refused. */
export const practiceEventSchema = z.discriminatedUnion(
  'type',
  eventSchemas() as [ReturnType<typeof eventSchemas>[number]],
) as unknown as z.ZodType<PracticeEvent>;
