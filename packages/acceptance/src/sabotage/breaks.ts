import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The folder, below the repository, where what follows is kept. */
export const BREAKS_FOLDER = 'packages/acceptance/sabotage';

/** Rows that cannot be broken by an edit, with the reason. */
const UNBREAKABLE_FILE = 'unbreakable.json';
/** Rows whose test nobody has seen fail yet: those without an edit, and those whose edit was not tried or survived. */
const UNBROKEN_FILE = 'unbroken.json';

/** One or more lines: a text, or a list with an item for each line, as in the mutants of an exercise. */
const linesSchema = z.union([z.string(), z.array(z.string())]);

const editSchema = z.strictObject({
  /** Relative to the repository. */
  file: z.string().min(1),
  /** Text that occurs exactly once in the file; unlike a mutant's, it may be a part of a line. */
  find: linesSchema.refine((lines) => textOf(lines) !== '', 'some text'),
  replace: linesSchema,
});
export type Edit = z.infer<typeof editSchema>;

const breakSchema = z.strictObject({
  /** What somebody who makes this mistake has broken, as a student or author meets it. */
  why: z.string().min(1),
  edits: z.array(editSchema).min(1),
  /** The test files that are tried; by default those of whole programs whose titles name the row. */
  tests: z.array(z.string()).min(1).optional(),
  /** Of the tests that name the row, only those with this in their titles, where the others are slow and alike. */
  title: z.string().min(1).optional(),
});
/** A plausible mistake in the code that breaks what one row of the requirements promises. */
export type Break = z.infer<typeof breakSchema>;

/** What is known of the breaks of all rows, each by the row's id. */
export interface Breaks {
  readonly breaks: ReadonlyMap<string, Break>;
  readonly unbreakable: ReadonlyMap<string, string>;
  readonly unbroken: ReadonlySet<string>;
}

/** Reads every file of the folder. Throws where one is not as it should be, or two break the same row. */
export function readBreaks(root: string): Breaks {
  const folder = join(root, BREAKS_FOLDER);
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const lists = new Set([UNBREAKABLE_FILE, UNBROKEN_FILE]);
  const breaks = new Map<string, Break>();
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.json') || lists.has(name)) continue;
    for (const [id, one] of Object.entries(z.record(z.string(), breakSchema).parse(read(name)))) {
      if (breaks.has(id)) throw new Error(`${name} breaks [${id}], which another file breaks too`);
      breaks.set(id, one);
    }
  }
  return {
    breaks,
    unbreakable: new Map(Object.entries(z.record(z.string(), z.string().min(1)).parse(read(UNBREAKABLE_FILE)))),
    unbroken: new Set(z.array(z.string()).parse(read(UNBROKEN_FILE))),
  };
}

/** The lines as they stand in a file. */
export function textOf(lines: string | readonly string[]): string {
  return [lines].flat().join('\n');
}
