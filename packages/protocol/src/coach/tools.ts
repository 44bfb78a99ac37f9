import * as z from 'zod';
import { MAX_PLAN_LENGTH, MAX_TRANSCRIPT_LENGTH } from '../mind/limits.js';
import { difficultySchema } from '../mind/values.js';
import { lineSchema, positionSchema, projectPathSchema } from '../project-place.js';
import { exerciseStateSchema } from './exercise-state.js';
import { MAX_OPEN_FILES, MAX_PHASES, MAX_SHOWN_LENGTH } from './limits.js';
import {
  anchorSchema,
  countSchema,
  glowSchema,
  hintLevelSchema,
  issueContextSchema,
  markStyleSchema,
  messageKindSchema,
  phaseStatusSchema,
  shownTextSchema,
} from './values.js';

/** What `paige_get_session_state` can tell (spec story 6, and `exercise`). */
export const STATE_ITEMS = [
  'open_files',
  'buffers',
  'diffs',
  'phase',
  'plan',
  'progress',
  'hints',
  'session',
  'dreyfus',
  'exercise',
] as const;
export const stateItemSchema = z.enum(STATE_ITEMS);
export type StateItem = z.infer<typeof stateItemSchema>;

const nothing = z.strictObject({});
const optionalPath = z.strictObject({ path: projectPathSchema.optional() });
const done = z.object({ success: z.literal(true) });
const diff = z.object({ path: projectPathSchema, diff: z.string() });
const dateTime = z.string();

export const bufferSchema = z.object({
  path: projectPathSchema,
  content: z.string(),
  /** Left out where the student shows only what is saved. */
  cursorPosition: positionSchema.optional(),
  dirty: z.boolean(),
  lastUpdated: dateTime,
});
export type BufferView = z.infer<typeof bufferSchema>;

const phaseBriefSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  title: z.string(),
  status: phaseStatusSchema,
});

/** Only what was asked for is there. */
export const sessionStateSchema = z.object({
  open_files: z.array(projectPathSchema).max(MAX_OPEN_FILES).optional(),
  buffers: z.array(bufferSchema.omit({ lastUpdated: true })).optional(),
  diffs: z.array(diff).optional(),
  phase: phaseBriefSchema.extend({ hintLevel: hintLevelSchema }).nullable().optional(),
  plan: z
    .object({ id: z.string(), phases: z.array(phaseBriefSchema.omit({ id: true })).max(MAX_PHASES) })
    .nullable()
    .optional(),
  progress: z.array(z.object({ eventType: z.string(), data: z.unknown(), createdAt: dateTime })).optional(),
  hints: z
    .object({
      fileHints: z.array(z.object({ path: z.string(), style: z.string() })),
      lineHints: z.array(
        z.object({
          path: z.string(),
          startLine: z.number().nullable(),
          endLine: z.number().nullable(),
          style: z.string(),
          hoverText: z.string().nullable(),
        }),
      ),
    })
    .optional(),
  session: z
    .object({
      id: z.string(),
      projectDir: z.string(),
      issueNumber: z.number().int().optional(),
      issueTitle: z.string().optional(),
      startedAt: dateTime,
    })
    .nullable()
    .optional(),
  dreyfus: z.array(z.object({ skillArea: z.string(), stage: z.string(), confidence: z.number() })).optional(),
  /** Null where the project is a folder of the student's own. */
  exercise: exerciseStateSchema.nullable().optional(),
  /** In words: what was asked for and is left out because the student does not show it, and what to do. */
  notShown: z.string().optional(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

/** A tool that an agent can call. `looks`: it reads the student's work; the others only point. None writes a file. */
interface Tool {
  readonly title: string;
  readonly description: string;
  readonly looks: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
}

/** The tools of a coaching agent, by name (spec story 6). */
export const COACH_TOOLS = {
  paige_get_buffer: {
    title: 'Read an open file',
    description:
      'The text of a file as the student has it in the editor, unsaved changes included, and where the cursor is. `buffer` is null if it is not open there.',
    looks: true,
    input: z.strictObject({ path: projectPathSchema }),
    output: z.object({ buffer: bufferSchema.nullable() }),
  },
  paige_get_open_files: {
    title: 'List open files',
    description: 'The files that are open in the editor.',
    looks: true,
    input: nothing,
    output: z.object({ files: z.array(projectPathSchema) }),
  },
  paige_get_diff: {
    title: 'See unsaved changes',
    description:
      'What the student has changed and not saved yet, as unified diffs: of one file, or of all where no path is given.',
    looks: true,
    input: optionalPath,
    output: z.object({ diffs: z.array(diff) }),
  },
  paige_get_session_state: {
    title: 'See how the session stands',
    description:
      'Open files, buffers, diffs, the plan, its active phase, progress, hints, the session, the student’s skills and, in an exercise, how its last check went: which criterion fails, how often, and which hints are open. `include` names what is wanted; without it, all.',
    looks: true,
    input: z.strictObject({ include: z.array(stateItemSchema).max(STATE_ITEMS.length).optional() }),
    output: sessionStateSchema,
  },
  paige_open_file: {
    title: 'Open a file for the student',
    description: 'Opens a file of the project in the student’s editor and brings it to the front. It is not changed.',
    looks: false,
    input: z.strictObject({ path: projectPathSchema }),
    output: done.extend({ path: projectPathSchema }),
  },
  paige_highlight_lines: {
    title: 'Mark lines',
    description:
      'Marks lines of a file, from `start` to `end`, both included and counted from 1. Marks add up until they are cleared. `hoverText` is shown when the student asks for it.',
    looks: false,
    input: z
      .strictObject({
        path: projectPathSchema,
        start: lineSchema,
        end: lineSchema,
        style: markStyleSchema,
        hoverText: shownTextSchema.optional(),
      })
      .refine(({ start, end }) => start <= end, { message: 'expected start to be at most end' }),
    output: done.extend({ id: z.string() }),
  },
  paige_clear_highlights: {
    title: 'Clear marks',
    description: 'Takes the marks of one file away, or all where no path is given.',
    looks: false,
    input: optionalPath,
    output: done,
  },
  paige_hint_files: {
    title: 'Let files glow',
    description:
      'Lets files glow in the student’s file tree: `suggested`, `important` or `critical`. With `directories`, the folders above a file glow, too. They add up until they are cleared.',
    looks: false,
    input: z.strictObject({ hints: z.array(glowSchema).min(1).max(100) }),
    output: done,
  },
  paige_clear_hints: {
    title: 'Stop files glowing',
    description: 'Takes all glows out of the file tree.',
    looks: false,
    input: nothing,
    output: done,
  },
  paige_update_phase: {
    title: 'Move the plan on',
    description: 'Sets the status of a phase of the plan by its number.',
    looks: false,
    input: z.strictObject({ phase: z.number().int().min(1).max(MAX_PHASES), status: phaseStatusSchema }),
    output: done.extend({ phase: phaseBriefSchema }),
  },
  paige_show_message: {
    title: 'Say something beside the work',
    description:
      'Shows a short message: as a balloon at a line of a file with `anchor`, otherwise as a note in the corner. It is text, not Markdown.',
    looks: false,
    input: z.strictObject({ message: shownTextSchema, type: messageKindSchema, anchor: anchorSchema.optional() }),
    output: done.extend({ id: z.string() }),
  },
  paige_show_issue_context: {
    title: 'Show the issue',
    description: 'Shows above the plan what the student is working on.',
    looks: false,
    input: z.strictObject(issueContextSchema.shape),
    output: done,
  },
  paige_run_coaching_pipeline: {
    title: 'Make a plan the student’s own',
    description:
      'Hand over your plan for what the student works on, as soon as you have one. It becomes phases at their level, which they see; the first is shown in their editor. Coach along these phases from then on.',
    looks: false,
    input: z.strictObject({
      planText: z.string().min(1).max(MAX_PLAN_LENGTH),
      issueSummary: z.string().min(1).max(MAX_SHOWN_LENGTH),
      issueNumber: z.number().int().min(1).optional(),
    }),
    output: z.object({
      planId: z.string(),
      phases: z
        .array(
          z.object({
            number: z.number().int(),
            title: z.string(),
            description: z.string(),
            hintLevel: hintLevelSchema,
          }),
        )
        .max(MAX_PHASES),
      memoryConnection: z.string().nullable(),
      estimatedDifficulty: difficultySchema,
    }),
  },
  paige_end_session: {
    title: 'End the session',
    description:
      'When the student is done for now: hand over what happened in a page or less. What they have learnt and where they got stuck is kept for next time, and the session ends.',
    looks: false,
    input: z.strictObject({ sessionTranscript: z.string().max(MAX_TRANSCRIPT_LENGTH) }),
    output: z.object({
      knowledgeGaps: countSchema,
      kataSpecs: countSchema,
      dreyfusUpdates: countSchema,
      memoriesStored: countSchema,
      sessionStatus: z.literal('completed'),
    }),
  },
} as const satisfies Record<string, Tool>;

export type ToolName = keyof typeof COACH_TOOLS;
export type ToolInput<Name extends ToolName> = z.infer<(typeof COACH_TOOLS)[Name]['input']>;
export type ToolOutput<Name extends ToolName> = z.infer<(typeof COACH_TOOLS)[Name]['output']>;
export const TOOL_NAMES = Object.keys(COACH_TOOLS) as [ToolName, ...ToolName[]];

/** Requests of MCP itself, which are logged as the tools are: both look. */
const RESOURCE_REQUESTS = ['resources/list', 'resources/read'] as const;
export type ResourceRequest = (typeof RESOURCE_REQUESTS)[number];
/** Names of everything that tells of the student's work. */
export const LOOKS: readonly string[] = [...TOOL_NAMES.filter((name) => COACH_TOOLS[name].looks), ...RESOURCE_REQUESTS];

/** Tools that the coach's mind answers (spec story 9). */
export const MIND_TOOLS = ['paige_run_coaching_pipeline', 'paige_end_session'] as const satisfies readonly ToolName[];
export type MindToolName = (typeof MIND_TOOLS)[number];
