import { join } from 'node:path';
import { decodeJson, type Outcome } from '@agent-factory/protocol';
import { z } from 'zod';
import { readTextIfThere } from './files.js';
import { MUTANTS_FILE, MUTANTS_FOLDER } from './names.js';

/** Fewer do not show that a check tells right from wrong. */
export const FEWEST_MUTANTS = 4;

/** One plausible mistake, as files laid over the solution. */
const mutantSchema = z.object({
  /** What somebody who makes this mistake believes. */
  why: z.string().min(1),
  /** Ids of the criteria that it fails; those that build on them may be skipped. */
  fails: z.array(z.string().min(1)).min(1),
});
export type Mutant = z.infer<typeof mutantSchema>;

const mutantsSchema = z.record(z.string(), mutantSchema);

/** The mutants of an exercise by name, which is the name of their folder too. */
export function readMutants(dir: string): Outcome<Record<string, Mutant>> {
  const text = readTextIfThere(join(dir, MUTANTS_FOLDER, MUTANTS_FILE));
  if (text === undefined) return { ok: false, issues: ['the file is missing'] };
  return decodeJson(mutantsSchema, text);
}
