import * as z from 'zod';
import { lineSchema, projectPathSchema } from '../project-place.js';
import { MAX_SHOWN_LENGTH } from './limits.js';

export const countSchema = z.number().int().min(0);

/** A text for people, which is shown as text and never as HTML. */
export const shownTextSchema = z.string().min(1).max(MAX_SHOWN_LENGTH);

/** How lines are marked (spec story 9): here is a hint, here is where to work, here is something wrong. */
export const MARK_STYLES = ['hint', 'focus', 'warning', 'error', 'success'] as const;
export const markStyleSchema = z.enum(MARK_STYLES);
export type MarkStyle = z.infer<typeof markStyleSchema>;

/** How strongly a file glows in the tree (spec story 9). */
export const GLOW_STYLES = ['suggested', 'important', 'critical'] as const;
export const glowStyleSchema = z.enum(GLOW_STYLES);
export type GlowStyle = z.infer<typeof glowStyleSchema>;

/** What a message of the coach is: it decides its colour and sign. */
export const MESSAGE_KINDS = ['info', 'hint', 'success', 'warning', 'error'] as const;
export const messageKindSchema = z.enum(MESSAGE_KINDS);
export type MessageKind = z.infer<typeof messageKindSchema>;

/**
 * How much help is shown: none; which file; which region, without its explanation; the very line, with it. Each level
 * shows what those before it show, too.
 */
export const HINT_LEVELS = ['none', 'file', 'region', 'line'] as const;
export const hintLevelSchema = z.enum(HINT_LEVELS);
export type HintLevel = z.infer<typeof hintLevelSchema>;

/**
 * What the agent may see of the student's work: everything, also what is not saved; saved files, and which tabs are
 * open; nothing at all.
 */
export const VISIBILITIES = ['everything', 'saved_files', 'nothing'] as const;
export const visibilitySchema = z.enum(VISIBILITIES);
export type Visibility = z.infer<typeof visibilitySchema>;

/** Until the student chooses. */
export const DEFAULT_VISIBILITY: Visibility = 'saved_files';

export const phaseStatusSchema = z.enum(['pending', 'active', 'complete']);
export type PhaseStatus = z.infer<typeof phaseStatusSchema>;

/** A step of the plan. */
export const phaseSchema = z.object({
  id: z.string(),
  number: z.number().int().min(1),
  title: z.string(),
  description: z.string(),
  status: phaseStatusSchema,
  hintLevel: hintLevelSchema,
});
export type Phase = z.infer<typeof phaseSchema>;

/** The issue that is worked on. */
export const issueContextSchema = z.object({
  number: z.number().int().min(0),
  title: z.string().min(1).max(300),
  summary: shownTextSchema,
  labels: z.array(z.string().min(1).max(100)).max(50).default([]),
  url: z.string().max(2000).default(''),
});
export type IssueContext = z.infer<typeof issueContextSchema>;

/** Where a message belongs: a line of a file, or a file. */
export const anchorSchema = z.object({ path: projectPathSchema, line: lineSchema.optional() });
export type Anchor = z.infer<typeof anchorSchema>;

/** Lines of a file that the agent has marked; `end` is one of them. `id` names the mark while the daemon runs. */
export const markSchema = z.object({
  id: z.string().min(1).max(40),
  path: projectPathSchema,
  start: lineSchema,
  end: lineSchema,
  style: markStyleSchema,
  hoverText: shownTextSchema.optional(),
});
export type Mark = z.infer<typeof markSchema>;

/** A file that glows in the tree; with `directories`, the folders above it glow, too. */
export const glowSchema = z.object({
  path: projectPathSchema,
  style: glowStyleSchema,
  directories: z.boolean().optional(),
});
export type Glow = z.infer<typeof glowSchema>;

/** Something that the agent says: at an anchor as a balloon, otherwise as a toast. */
export const coachMessageSchema = z.object({
  id: z.string().min(1).max(40),
  message: shownTextSchema,
  type: messageKindSchema,
  anchor: anchorSchema.optional(),
});
export type CoachMessage = z.infer<typeof coachMessageSchema>;
