import { MUTANTS_FILE } from '../../content/names.js';
import { changesOf, FEWEST_MUTANTS, readMutants } from '../../mutants/mutants.js';
import { placeOf } from '../../mutants/problem.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** Enough mutants, each with a reason and edits that can be made. What they fail is for `exercise-kit test` to see. */
export function checkMutants({ draft }: Subject): Finding[] {
  const read = readMutants(draft.dir);
  if (!read.ok) return read.issues.map((message) => error(message));
  const mutants = Object.entries(read.value);
  const findings = mutants.flatMap(([name, mutant]) =>
    changesOf(draft, name, mutant).problems.map((problem) => error(problem.message, placeOf(problem))),
  );
  if (mutants.length < FEWEST_MUTANTS) {
    findings.push(error(`found ${mutants.length} mutants; ${FEWEST_MUTANTS} are the fewest`));
  }
  return findings;
}

const error = (message: string, at?: string): Finding => ({ severity: 'error', file: MUTANTS_FILE, at, message });
