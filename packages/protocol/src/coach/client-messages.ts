import * as z from 'zod';
import { boundedList } from '../bounded.js';
import { explainRequestSchema } from '../mind/explain.js';
import { MAX_CONSTRAINTS, MAX_SOLUTION_LENGTH } from '../mind/limits.js';
import { periodSchema } from '../mind/values.js';
import { MAX_PATH_LENGTH, positionSchema, projectPathSchema, rangeSchema } from '../project-place.js';
import { gridSizeSchema } from '../terminal/frames.js';
import { fileVersionSchema, textChangeSchema } from './files.js';
import { MAX_CHANGES, MAX_FILE_BYTES, MAX_SELECTIONS } from './limits.js';
import { countSchema, hintLevelSchema } from './values.js';

const nothing = z.object({});
const text = z.string().max(MAX_FILE_BYTES);
const size = z.object({ width: z.number().min(0), height: z.number().min(0) });

/** `content` is the whole text; `changes` are made to a text of `length` UTF-16 units, the one that was sent before. */
const bufferUpdateSchema = z
  .object({
    path: projectPathSchema,
    content: text.optional(),
    changes: boundedList(textChangeSchema, { max: MAX_CHANGES }).optional(),
    length: countSchema.optional(),
    cursorPosition: positionSchema,
    selections: boundedList(rangeSchema, { max: MAX_SELECTIONS }).optional(),
  })
  .refine(({ content, changes }) => (content === undefined) !== (changes === undefined), {
    message: 'expected either content or changes',
  })
  .refine(({ changes, length }) => (changes === undefined) === (length === undefined), {
    message: 'expected length with changes, and only with them',
  });

/** What a page says on the coaching socket, by type: its payload (spec story 5; those of later stories are in their places). */
export const CLIENT_PAYLOADS = {
  /** The first message. Sizes are in CSS pixels. */
  'connection:hello': z.object({ version: z.string().max(100), platform: z.string().max(100), windowSize: size }),
  'dashboard:request': z.object({ statsPeriod: periodSchema.default('all') }),
  'dashboard:refresh_issues': nothing,
  /** The student has picked an issue: it is what the session is about, which begins where there is none. */
  'session:start': z.object({ issueNumber: z.number().int().min(1), title: z.string().min(1).max(300).optional() }),
  'session:resume': z.object({ sessionId: z.string().max(100) }),
  /** The student is done for now: the session is wrapped up. */
  'session:end': nothing,
  /** Answered by `fs:content`. `reload`: it is open already, and read again because the disk has changed. */
  'file:open': z.object({ path: projectPathSchema, reload: z.boolean().optional() }),
  /**
   * `version` is that of the content which this one replaces; null: there must be no such file. Without it, whatever is
   * there is replaced.
   */
  'file:save': z.object({ path: projectPathSchema, content: text, version: fileVersionSchema.nullable().optional() }),
  'file:close': z.object({ path: projectPathSchema }),
  'buffer:update': bufferUpdateSchema,
  'editor:tab_switch': z.object({ fromPath: projectPathSchema.nullable(), toPath: projectPathSchema }),
  'editor:selection': z.object({ path: projectPathSchema, range: rangeSchema, textLength: countSchema }),
  /** Answered by `fs:tree` with that folder, where it had not been read. */
  'explorer:expand_dir': z.object({ path: z.string().max(MAX_PATH_LENGTH) }),
  'explorer:collapse_dir': z.object({ path: projectPathSchema }),
  'hints:level_change': z.object({ level: hintLevelSchema, previousLevel: hintLevelSchema }),
  /** Answered by `explain:response` or `explain:error`. */
  'user:explain': explainRequestSchema,
  /** A solution of a kata. Answered by `review:response` or `review:error`. */
  'user:review': z.object({
    kataId: z.string().max(100),
    userCode: z.string().max(MAX_SOLUTION_LENGTH),
    activeConstraintTitles: boundedList(z.string().max(200), { max: MAX_CONSTRAINTS }),
  }),
  /** Unix milliseconds. */
  'user:idle_start': z.object({ lastActionTimestamp: z.number().min(0) }),
  'user:idle_end': nothing,
  'observer:mute': z.object({ muted: z.boolean() }),
  /** As `user:review`, by the names of spec story 5. Answered by `practice:solution_review`, or `review:error`. */
  'practice:submit_solution': z.object({
    kataId: z.string().max(100),
    code: z.string().max(MAX_SOLUTION_LENGTH),
    activeConstraints: boundedList(z.string().max(200), { max: MAX_CONSTRAINTS }),
  }),
  /** Typing goes through the terminal's own socket: this is refused and says so. */
  'terminal:input': z.object({ input: text }),
  'terminal:resize': gridSizeSchema,
} as const;

export type ClientMessageType = keyof typeof CLIENT_PAYLOADS;
export type ClientPayload<Type extends ClientMessageType> = z.infer<(typeof CLIENT_PAYLOADS)[Type]>;
export const CLIENT_MESSAGE_TYPES = Object.keys(CLIENT_PAYLOADS) as [ClientMessageType, ...ClientMessageType[]];
