import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Criterion } from '@agent-factory/protocol';
import type { Draft } from '../content/draft.js';
import { MUTANTS_FILE, SOLUTION_FOLDER } from '../content/names.js';
import type { Project } from '../content/project.js';
import { KitError } from '../kit-error.js';
import type { Changes } from '../mutants/apply.js';
import { editsOf } from '../mutants/derive.js';
import type { Edit } from '../mutants/edit.js';
import { finishedWork } from '../mutants/finished.js';
import { changesOf, issuesOf, type Mutant, mutantsOf, ownOf, writeMutants } from '../mutants/mutants.js';
import { placeOf } from '../mutants/problem.js';
import { showChanges } from '../mutants/show.js';
import { KIT } from '../output/kit.js';
import type { Output } from '../output/output.js';
import { asking, type Terminal } from '../output/terminal.js';
import { type Attempt, attemptInTime } from '../prove/attempt.js';
import { failedCriteria, problemsOfMutant } from '../prove/claims.js';
import { load } from '../prove/load.js';
import type { WorkingCopy } from './working-copy.js';

/** A mutant that its author is working on. */
export interface Recording {
  project: Project;
  draft: Draft;
  name: string;
  /** The mutant as it is recorded already. */
  known: Mutant | undefined;
  copy: WorkingCopy;
  why?: string | undefined;
  fails?: readonly string[] | undefined;
  signal: AbortSignal;
}

/** Records what the author has changed if the check catches it. Otherwise records nothing, and keeps the copy. */
export async function record(recording: Recording, terminal: Terminal, output: Output): Promise<number> {
  const { draft, name, copy } = recording;
  const edits = editsOf(copy.changes(), copy.readBefore);
  const changes = changesNow(recording, edits);
  const known: Partial<Mutant> = recording.known ?? {};
  output.out(showChanges(name, changes, finishedWork(draft.dir).read));
  const why = recording.why ?? known.why ?? (await askWhy(terminal));
  const attempt = await run(recording, changes);
  for (const criterion of attempt.result.criteria) output.out(describe(criterion));
  const fails = [...(recording.fails ?? known.fails ?? failedCriteria(attempt.result))];
  const problems = problemsOfMutant(attempt, fails);
  if (fails.length === 0 && problems.length === 0) problems.push('no criterion notices it');
  if (problems.length > 0) return refuse(recording, problems, output);
  store(recording, { why, fails, edits });
  copy.remove();
  output.out(`Caught, and recorded in ${shown(join(draft.dir, MUTANTS_FILE))}. All of them: ${KIT} test ${draft.id}`);
  return 0;
}

/** The same changes, made to the solution as it is now. */
function changesNow({ draft, name, copy }: Recording, edits: Edit[]): Changes {
  if (edits.length === 0) {
    throw new KitError(`Nothing in ${shown(copy.folder)} differs from the solution. Make the mistake there first.`);
  }
  const { changes, problems } = changesOf(draft, name, { edits });
  if (problems.length === 0) return changes;
  const lines = problems.map((problem) => `${placeOf(problem)}: ${problem.message}`).join('\n');
  throw new KitError(
    `The solution has changed since ${shown(copy.folder)} was laid out. Remove that folder, and start again.\n${lines}`,
  );
}

/** Adds the mutant to what the file holds by now. The check took a while, and others may be recorded meanwhile. */
function store({ draft, name, known, copy }: Recording, mutant: Mutant): void {
  const keeps = `Your changes stay in ${shown(copy.folder)}.`;
  const issues = issuesOf(mutant);
  if (issues.length > 0) throw new KitError(`It cannot be recorded. ${keeps}\n${issues.join('\n')}`);
  const mutants = mutantsOf(draft);
  if (!isDeepStrictEqual(ownOf(mutants, name), known)) {
    throw new KitError(`Somebody has changed ${name} in ${shown(join(draft.dir, MUTANTS_FILE))} meanwhile. ${keeps}`);
  }
  writeMutants(draft.dir, { ...mutants, [name]: mutant });
}

async function askWhy(terminal: Terminal): Promise<string> {
  if (!terminal.input.isTTY) throw new KitError('Say with --why what somebody who makes this mistake believes.');
  return asking(terminal, 'Stopped before you answered; nothing was recorded.', async (question) => {
    for (;;) {
      const why = (await question('What does somebody who makes this mistake believe? ')).trim();
      if (why !== '') return why;
    }
  });
}

async function run({ project, draft, name, signal }: Recording, changes: Changes): Promise<Attempt> {
  const loaded = await load(project, draft);
  if (!loaded.ok) throw new KitError(`Not true of ${draft.id}: ${loaded.unproved.title}\n${loaded.unproved.problem}`);
  return attemptInTime(loaded.exercise, { name: `mutant ${name}`, layers: [SOLUTION_FOLDER], changes }, signal);
}

const MARKS = { passed: '✓', failed: '✗', skipped: '-' } as const;

function describe({ id, name, status, message }: Criterion): string {
  return `${MARKS[status]} ${id ?? name}${status === 'passed' ? '' : `: ${message ?? status}`}`;
}

function refuse({ copy }: Recording, problems: readonly string[], output: Output): number {
  for (const problem of problems) output.err(problem);
  output.err(
    `It is not recorded. It stays in ${shown(copy.folder)}: change it or the check, or say with --fails what has to fail, and run this again.`,
  );
  return 1;
}

function shown(path: string): string {
  return relative(process.cwd(), path);
}
