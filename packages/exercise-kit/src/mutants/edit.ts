import { contentPathSchema } from '@agent-factory/protocol';
import * as z from 'zod';

/** One or more lines: a text, or a list with an item for each line. */
const linesSchema = z.union([z.string(), z.array(z.string())]);

/**
 * One change to the finished work, in whole lines. Without `find`, it is about the whole file: `replace`
 * is the content of a new file, and null removes a file.
 */
export const editSchema = z
  .strictObject({
    /** Relative to the workspace. */
    file: contentPathSchema,
    /** Lines that occur exactly once in the file. */
    find: linesSchema.refine((lines) => lines.length > 0 || lines === '', 'at least one line').optional(),
    /** The replacement; an empty list removes the lines. */
    replace: linesSchema.nullable(),
  })
  .refine(({ find, replace }) => find === undefined || replace !== null, {
    path: ['replace'],
    message: 'lines, or an empty list to remove them; null removes a whole file, and then there is no find',
  });
export type Edit = z.infer<typeof editSchema>;
type Lines = z.infer<typeof linesSchema>;

/** The lines without their line breaks. A text that ends with a line break yields an empty last line. */
export function linesOf(text: Lines): string[] {
  return [text].flat().flatMap((part) => part.split('\n'));
}

export function textOf(lines: readonly string[]): string {
  return lines.join('\n');
}

/** As an author would write it: one line as a text, several as a list. */
export function written(lines: readonly string[]): Lines {
  return lines.length === 1 ? (lines[0] ?? '') : [...lines];
}
