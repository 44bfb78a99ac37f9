import { contentPathSchema } from '@agent-factory/protocol';
import { z } from 'zod';

/** One line or several: a text, or a list with an item for each line. */
const linesSchema = z.union([z.string(), z.array(z.string())]);

/**
 * One change of the finished work, in whole lines. Without `find` it is about the whole file: `replace`
 * is what a new file holds, and null removes a file.
 */
export const editSchema = z
  .strictObject({
    /** As the learner has it, relative to the workspace. */
    file: contentPathSchema,
    /** Lines that stand exactly once in the file. */
    find: linesSchema.refine((lines) => lines.length > 0 || lines === '', 'at least one line').optional(),
    /** What stands there instead; an empty list for nothing. */
    replace: linesSchema.nullable(),
  })
  .refine(({ find, replace }) => find === undefined || replace !== null, {
    path: ['replace'],
    message: 'lines, or an empty list to leave them out; null removes a whole file, and then there is no find',
  });
export type Edit = z.infer<typeof editSchema>;
type Lines = z.infer<typeof linesSchema>;

/** The lines without their ends. A text that ends with a line break has an empty one at its end. */
export function linesOf(text: Lines): string[] {
  return [text].flat().flatMap((part) => part.split('\n'));
}

export function textOf(lines: readonly string[]): string {
  return lines.join('\n');
}

/** As an author would write it: one line as a text, others as a list. */
export function written(lines: readonly string[]): Lines {
  return lines.length === 1 ? (lines[0] ?? '') : [...lines];
}
