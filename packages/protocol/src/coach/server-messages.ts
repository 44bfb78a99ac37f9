import * as z from 'zod';
import { errorCodeSchema } from '../errors.js';
import { dashboardIssuesSchema, dashboardMaterialsSchema, dashboardStateSchema } from '../mind/dashboard.js';
import { explanationSchema } from '../mind/explain.js';
import { constraintSchema, kataOutlineSchema, reviewSchema } from '../mind/katas.js';
import { mindStatusSchema } from '../mind/settings.js';
import { difficultySchema, stageSchema } from '../mind/values.js';
import { projectPathSchema, rangeSchema } from '../project-place.js';
import { fileContentSchema, fileVersionSchema } from './files.js';
import { MAX_PHASES, MAX_POINTERS } from './limits.js';
import { projectSchema } from './projects.js';
import { treeActionSchema, treeNodeSchema } from './tree.js';
import {
  coachMessageSchema,
  countSchema,
  glowSchema,
  hintLevelSchema,
  issueContextSchema,
  markSchema,
  phaseSchema,
  phaseStatusSchema,
  shownTextSchema,
  visibilitySchema,
} from './values.js';

/** What the observer has seen. */
const observerSignalSchema = z.enum(['wrong_file', 'scope_drift', 'idle', 'phase_complete', 'edit_loop']);
export type ObserverSignal = z.infer<typeof observerSignalSchema>;

const nothing = z.object({});
const text = z.string();
/** In words: why nothing comes of it, and what to do. */
const failure = z.object({ error: text });
const onePath = z.object({ path: projectPathSchema.optional() });

/** What the agent points at just now: a page that comes later shows it, too. */
export const pointersSchema = z.object({
  marks: z.array(markSchema).max(MAX_POINTERS),
  glows: z.array(glowSchema).max(MAX_POINTERS),
  messages: z.array(coachMessageSchema).max(MAX_POINTERS),
});
export type Pointers = z.infer<typeof pointersSchema>;

/** Everything that a page has to know of a project. It is sent again whenever the student's choices or the session change. */
const initSchema = z.object({
  /** The coaching session; null while no agent is there. */
  sessionId: z.string().nullable(),
  /** What this daemon does of the protocol: `files`, `pointers`, `plan`. */
  capabilities: z.array(z.string()),
  featureFlags: z.record(z.string(), z.boolean()),
  project: projectSchema,
  visibility: visibilitySchema,
  hintLevel: hintLevelSchema,
  /** Whether the disk is watched, or looked at every few seconds because the system allows no more watches; `reason`. */
  watching: z.object({ by: z.enum(['events', 'polling', 'nothing']), reason: z.string().optional() }),
  openFiles: z.array(projectPathSchema),
  pointers: pointersSchema,
  phases: z.array(phaseSchema).max(MAX_PHASES),
  issue: issueContextSchema.nullable(),
});
export type ProjectState = z.infer<typeof initSchema>;

/** What the daemon says on the coaching socket, by type: its payload (spec story 5; those of later stories are in their places). */
export const SERVER_PAYLOADS = {
  'connection:init': initSchema,
  /** `context` has the facts of the error. A message that answers one with an `id` has that id. */
  'connection:error': z.object({ code: errorCodeSchema, message: text, context: z.record(z.string(), z.unknown()) }),
  /** The skills of `dashboard:state`, whenever an assessment has changed them. `score`: the confidence. */
  'dashboard:dreyfus': z.object({
    skillAreas: z.array(z.object({ name: text, stage: stageSchema, score: z.number() })),
    overallStage: stageSchema,
  }),
  /** Sent at once; issues and materials follow, each by itself. */
  'dashboard:state': dashboardStateSchema,
  'dashboard:issues': dashboardIssuesSchema,
  'dashboard:issues_error': failure,
  'dashboard:materials': dashboardMaterialsSchema,
  'dashboard:materials_error': failure,
  /** A folder and what is in it; the whole project where its `path` is empty. */
  'fs:tree': z.object({ root: treeNodeSchema }),
  /** `version`: that of the file after an `add` or a `change`, where it was read. */
  'fs:tree_update': z.object({
    action: treeActionSchema,
    path: z.string(),
    /** As in the tree; only where something is new. */
    link: z.boolean().optional(),
    unusable: z.boolean().optional(),
    newPath: projectPathSchema.optional(),
    version: fileVersionSchema.optional(),
  }),
  'fs:content': fileContentSchema,
  /** `timestamp`: Unix milliseconds. */
  'fs:save_ack': z.object({
    path: projectPathSchema,
    success: z.literal(true),
    timestamp: z.number(),
    version: fileVersionSchema,
  }),
  'fs:save_error': z.object({
    path: projectPathSchema,
    error: text,
    code: errorCodeSchema,
    context: z.record(z.string(), z.unknown()),
  }),
  'editor:decorations': z.object({ path: projectPathSchema, decorations: z.array(markSchema) }),
  'editor:clear_decorations': onePath,
  'editor:hover_hint': z.object({ path: projectPathSchema, range: rangeSchema, hintText: shownTextSchema }),
  'editor:open_file': fileContentSchema,
  'editor:highlight_lines': markSchema,
  'editor:clear_highlights': onePath,
  'explorer:hint_files': z.object({ hints: z.array(glowSchema) }),
  'explorer:clear_hints': nothing,
  'session:started': z.object({
    issueContext: issueContextSchema.nullable(),
    phases: z.array(phaseSchema),
    hintLevel: hintLevelSchema,
    openFiles: z.array(projectPathSchema).optional(),
  }),
  'session:resumed': z.object({ restoredState: initSchema }),
  'session:ended': z.object({ summary: text }),
  /** It is wrapped up: how much was learnt from it. */
  'session:completed': z.object({
    sessionId: text,
    knowledgeGaps: countSchema,
    kataSpecs: countSchema,
    dreyfusUpdates: countSchema,
    memoriesStored: countSchema,
  }),
  'coaching:phase_update': z.object({ phase: phaseSchema, status: phaseStatusSchema, description: text }),
  'coaching:message': coachMessageSchema,
  'coaching:issue_context': issueContextSchema,
  'coaching:plan_ready': z.object({
    planId: text,
    phases: z.array(phaseSchema),
    memoryConnection: text.nullable(),
    estimatedDifficulty: difficultySchema,
  }),
  'observer:nudge': z.object({
    signal: observerSignalSchema,
    confidence: z.number(),
    context: z.object({
      current_file: text.nullable(),
      expected_file: text.nullable(),
      time_in_file: text.nullable(),
      phase_description: text.nullable(),
    }),
  }),
  /** `lastEvaluation`: ISO 8601 in UTC. */
  'observer:status': z.object({ active: z.boolean(), muted: z.boolean(), lastEvaluation: text.nullable() }),
  'explain:response': explanationSchema,
  'explain:error': failure.extend({ path: projectPathSchema }),
  'review:response': reviewSchema,
  'review:error': failure.extend({ kataId: text }),
  /** There is a new kata. */
  'practice:kata_load': z.object({ kata: kataOutlineSchema, constraints: z.array(constraintSchema) }),
  /** `review` is the feedback, and `constraintsUnlocked` are titles. */
  'practice:solution_review': z.object({
    review: text,
    level: z.number().int(),
    passed: z.boolean(),
    constraintsUnlocked: z.array(text),
  }),
  /** What the mind can do now, and what it has cost: whenever either changes. */
  'mind:status': mindStatusSchema,
} as const;

export type ServerMessageType = keyof typeof SERVER_PAYLOADS;
export type ServerPayload<Type extends ServerMessageType> = z.infer<(typeof SERVER_PAYLOADS)[Type]>;
export const SERVER_MESSAGE_TYPES = Object.keys(SERVER_PAYLOADS) as [ServerMessageType, ...ServerMessageType[]];
