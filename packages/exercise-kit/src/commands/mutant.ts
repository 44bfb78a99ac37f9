import { relative } from 'node:path';
import { decode } from '@agent-factory/protocol';
import { chooseDrafts, type Draft } from '../content/draft.js';
import type { Project } from '../content/project.js';
import { KitError } from '../kit-error.js';
import { finishedWork, linksIn } from '../mutants/finished.js';
import { changesOf, mutantNameSchema, mutantsOf, ownOf } from '../mutants/mutants.js';
import { placeOf } from '../mutants/problem.js';
import { type Recording, record } from '../mutate/record.js';
import { refuseLinks, WorkingCopy } from '../mutate/working-copy.js';
import { KIT } from '../output/kit.js';
import type { Output } from '../output/output.js';
import type { Terminal } from '../output/terminal.js';

export interface MutantOptions {
  /** What somebody who makes the mistake believes. A new mutant needs it, so it is asked for if missing. */
  why?: string | undefined;
  /** Criteria that have to fail. By default those recorded before, or else those that do fail. */
  fails?: readonly string[] | undefined;
  signal: AbortSignal;
}

/**
 * Makes or changes a mutant in two steps: the first call lays out the finished work, in which the author
 * makes the mistake; the second records the change, provided that the check catches it. Never writes to
 * the solution itself. Returns 1 if the check does not catch the mistake.
 */
export async function mutantCommand(
  project: Project,
  id: string,
  name: string,
  options: MutantOptions,
  terminal: Terminal,
  output: Output,
): Promise<number> {
  const [draft] = chooseDrafts(project, [id]) as [Draft];
  checkName(name);
  const known = ownOf(mutantsOf(draft), name);
  const copy = new WorkingCopy(project.exercises, id, name);
  const recording: Recording = { project, draft, name, known, copy, ...options };
  if (copy.exists) return record(recording, terminal, output);
  layOut(recording, output);
  return 0;
}

function checkName(name: string): void {
  const checked = decode(mutantNameSchema, name);
  if (!checked.ok) throw new KitError(`The name of a mutant: ${checked.issues.join('; ')}`);
}

function layOut({ draft, name, known, copy }: Recording, output: Output): void {
  refuseLinks(linksIn(draft.dir), draft.dir);
  const { changes, problems } = changesOf(draft, name, known ?? { edits: [] });
  const isMade = known !== undefined && problems.length === 0;
  copy.layOut(finishedWork(draft.dir), isMade ? changes : new Map());
  if (known !== undefined) {
    for (const problem of problems) output.err(`${placeOf(problem)}: ${problem.message}`);
    output.out(isMade ? `${name}: ${known.why}` : 'Its edits can no longer be made, so this is the solution as it is.');
  }
  const folder = shown(copy.folder);
  output.out(`${isMade ? 'Change' : 'Make'} the mistake in ${folder}/, and then: ${KIT} mutant ${draft.id} ${name}`);
  output.out('To abandon it, remove that folder.');
}

function shown(path: string): string {
  return relative(process.cwd(), path);
}
