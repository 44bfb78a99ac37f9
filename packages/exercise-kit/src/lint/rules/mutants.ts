import type { ExerciseConfig } from '@agent-factory/protocol';
import { MUTANTS_FILE } from '../../content/names.js';
import { changesOf, FEWEST_MUTANTS, type Mutants, readMutants } from '../../mutants/mutants.js';
import { placeOf } from '../../mutants/problem.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** Enough mutants, each with a reason and edits that can be made. `exercise-kit test` finds out what they fail. */
export function checkMutants({ draft, config }: Subject): Finding[] {
  const read = readMutants(draft.dir);
  if (!read.ok) return read.issues.map((message) => error(message));
  const mutants = Object.entries(read.value);
  const findings = mutants.flatMap(([name, mutant]) =>
    changesOf(draft, name, mutant).problems.map((problem) => error(problem.message, placeOf(problem))),
  );
  findings.push(...unknownCriteria(config, read.value));
  if (mutants.length < FEWEST_MUTANTS) {
    findings.push(error(`found ${mutants.length} mutants; there have to be at least ${FEWEST_MUTANTS}`));
  }
  return findings;
}

/** In format 1, a mutant names criteria by what the check prints. */
function unknownCriteria({ formatVersion, criteria }: ExerciseConfig, mutants: Mutants): Finding[] {
  const ids = criteria.map(({ id }) => id);
  if (formatVersion === 1) return [];
  return Object.entries(mutants).flatMap(([name, { fails }]) =>
    fails
      .filter((id) => !ids.includes(id))
      .map((id) =>
        error(`found "${id}", which is not the id of a criterion; there are: ${ids.join(', ')}`, `${name}.fails`),
      ),
  );
}

const error = (message: string, at?: string): Finding => ({ severity: 'error', file: MUTANTS_FILE, at, message });
