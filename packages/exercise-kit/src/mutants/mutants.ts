import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { decode, decodeJson, exerciseIdSchema, type Outcome } from '@agent-factory/protocol';
import * as z from 'zod';
import { readTextIfThere } from '../content/files.js';
import { MUTANTS_FILE } from '../content/names.js';
import { writeFiles } from '../generate/generated-file.js';
import { KitError } from '../kit-error.js';
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

/** The same for a command that needs them to be right; none if the exercise has no such file yet. Throws KitError. */
export function mutantsOf({ dir }: { dir: string }): Mutants {
  const path = join(dir, MUTANTS_FILE);
  if (!existsSync(path)) return {};
  const read = readMutants(dir);
  if (read.ok) return read.value;
  throw new KitError(`Fix ${relative(process.cwd(), path)} first: ${read.issues.join('; ')}`);
}

/** The mutant of this name, which may be one that every object has, such as `constructor`. */
export function ownOf(mutants: Mutants, name: string): Mutant | undefined {
  return Object.hasOwn(mutants, name) ? mutants[name] : undefined;
}

/** What is wrong with a mutant that is about to be written; empty if nothing is. */
export function issuesOf(mutant: Mutant): string[] {
  const checked = decode(mutantSchema, mutant);
  return checked.ok ? [] : checked.issues;
}

/** Replaces the file in one step: a reader sees either the old one or the new one. */
export function writeMutants(dir: string, mutants: Mutants): void {
  writeFiles(dir, [{ path: MUTANTS_FILE, content: `${JSON.stringify(mutants, null, 2)}\n` }]);
}

/** What a mutant changes in the finished work of an exercise, and what is wrong with its edits. */
export function changesOf(
  { id, dir }: { id: string; dir: string },
  name: string,
  { edits }: Pick<Mutant, 'edits'>,
): { changes: Changes; problems: MutantProblem[] } {
  const { changes, problems } = applyEdits(edits, finishedWork(dir));
  return { changes, problems: problems.map((problem) => ({ ...problem, exercise: id, mutant: name })) };
}
