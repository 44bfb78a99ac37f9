import * as z from 'zod';
import { projectPathSchema } from '../project-place.js';
import { countSchema } from './values.js';

/** Names the content of a file: a save says which content it replaces. */
export const fileVersionSchema = z.string().min(1).max(64);

/** A file as it is on the disk. */
export const fileContentSchema = z.object({
  path: projectPathSchema,
  /** Without a byte order mark; line ends as they are. */
  content: z.string(),
  /** An identifier such as `typescript`; `plaintext` where none fits. */
  language: z.string().max(40),
  lineCount: countSchema,
  version: fileVersionSchema,
  /** The file system lets nobody write it. */
  readOnly: z.boolean().optional(),
});
export type FileContent = z.infer<typeof fileContentSchema>;

/** A replaced piece of a text, in UTF-16 units of the text before all changes of its list; pieces do not overlap. */
export const textChangeSchema = z.object({ from: countSchema, to: countSchema, insert: z.string() });
export type TextChange = z.infer<typeof textChangeSchema>;
