import { SOLUTION_FOLDER } from '../content/names.js';
import { finishedWork } from '../mutants/finished.js';
import { changesOf, type Mutant } from '../mutants/mutants.js';
import { placeOf } from '../mutants/problem.js';
import { showChanges } from '../mutants/show.js';
import type { Run } from './attempt.js';
import { type Claim, claim } from './claim.js';
import { problemsOfMutant } from './claims.js';
import type { ProvableExercise } from './load.js';

/** Proves that one mutant is caught. If it is not, the claim shows what the mutant changes. */
export async function proveMutant(exercise: ProvableExercise, name: string, mutant: Mutant, run: Run): Promise<Claim> {
  const { source: dir, config } = exercise;
  const title = `the mutant ${name} is caught`;
  const { changes, problems } = changesOf({ id: config.id, dir }, name, mutant);
  if (problems.length > 0)
    return claim(
      title,
      problems.map((problem) => `${placeOf(problem)}: ${problem.message}`),
    );
  const work = { name: `mutant ${name}`, layers: [SOLUTION_FOLDER], changes };
  const prove = async () => {
    const attempt = await run(work);
    return { attempt, found: problemsOfMutant(attempt, mutant.fails) };
  };
  // A check that gives the work only so long to do something is wrong once on a busy machine; a wrong claim always is.
  const first = await prove();
  const { attempt, found } = first.found.length === 0 ? first : await prove();
  const shown = found.length > 0 ? [showChanges(name, changes, finishedWork(dir).read)] : [];
  return claim(title, [...found, ...shown], attempt.result.durationMs);
}
