import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJson, exerciseIdSchema, type Outcome } from '@agent-factory/protocol';
import { z } from 'zod';
import { readTextIfThere } from '../content/files.js';
import { MUTANTS_FILE } from '../content/names.js';
import { applyEdits, type Changes } from './apply.js';
import { editSchema } from './edit.js';
import { finishedWork } from './finished.js';
import type { MutantProblem } from './problem.js';

/** Fewer mutants do not prove that a check tells right from wrong. */
export const FEWEST_MUTANTS = 4;

/** The name of a mutant; every system allows a folder of that name. */
export const mutantNameSchema = exerciseIdSchema.min(1);

/** One plausible mistake, as edits to the finished work. */
const mutantSchema = z.strictObject({
  /** What somebody who makes this mistake believes. */
  why: z.string().min(1),
  /** Ids of the criteria that it fails; criteria that need them may be skipped. */
  fails: z.array(z.string().min(1)).min(1),
  edits: z.array(editSchema).min(1),
});
export type Mutant = z.infer<typeof mutantSchema>;
export type Mutants = Record<string, Mutant>;

const mutantsSchema = z.record(mutantNameSchema, mutantSchema);

/** Reads the mutants of an exercise, by name. */
export function readMutants(dir: string): Outcome<Mutants> {
  const text = readTextIfThere(join(dir, MUTANTS_FILE));
  if (text === undefined) return { ok: false, issues: ['the file is missing'] };
  return decodeJson(mutantsSchema, text);
}

export function writeMutants(dir: string, mutants: Mutants): void {
  writeFileSync(join(dir, MUTANTS_FILE), `${JSON.stringify(mutants, null, 2)}\n`);
}

/** What a mutant changes in the finished work of an exercise, and what is wrong with its edits. */
export function changesOf(
  { id, dir }: { id: string; dir: string },
  name: string,
  { edits }: Pick<Mutant, 'edits'>,
): { changes: Changes; problems: MutantProblem[] } {
  const { changes, problems } = applyEdits(edits, finishedWork(dir).read);
  return { changes, problems: problems.map((problem) => ({ ...problem, exercise: id, mutant: name })) };
}
