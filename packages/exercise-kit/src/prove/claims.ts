import type { Criterion, ExerciseConfig, VerificationResult } from '@agent-factory/protocol';
import { FEWEST_MUTANTS, type Mutants } from '../mutants/mutants.js';
import type { Attempt } from './attempt.js';
import { type Claim, claim } from './claim.js';

/** The starter can be judged, does not pass, and the check says why. */
export function claimOfStarter({ result, traces }: Attempt): Claim {
  const problems = result.status === 'passed' ? ['it passes, so there is nothing to do'] : notJudged(result);
  return claim('the starter fails', [...problems, ...silent(result), ...traces], result.durationMs);
}

export function claimOfSolution({ work, result, traces }: Attempt): Claim {
  const judged = notJudged(result);
  const open = result.criteria.filter(({ status }) => status !== 'passed');
  const problems = open.map(({ name, status, message }) => `“${name}” is ${status}: ${message ?? 'no message'}`);
  if (judged.length === 0 && problems.length === 0 && !result.complete) problems.push('it is not complete');
  return claim(`the ${work.name} passes`, [...judged, ...problems, ...traces], result.durationMs);
}

/** What is wrong with a mutant's run. It fails exactly the criteria it names; those that need them may be skipped. */
export function problemsOfMutant({ result, traces }: Attempt, fails: readonly string[]): string[] {
  const failed = result.criteria.filter(({ status }) => status === 'failed');
  return [
    ...notJudged(result),
    ...fails
      .filter((criterion) => !failed.some((row) => isRowOf(row, criterion)))
      .map((criterion) => `survives “${criterion}”, which it should fail`),
    ...failed
      .filter((row) => !fails.some((criterion) => isRowOf(row, criterion)))
      .map((row) => `fails “${idOf(row)}”, which it does not name`),
    ...silent(result),
    ...traces,
  ];
}

/** By their ids, as mutants name them. */
export function failedCriteria({ criteria }: VerificationResult): string[] {
  return criteria.filter(({ status }) => status === 'failed').map(idOf);
}

/** A criterion's id, or, in format 1, where it has none, its name in the check's output. */
function isRowOf({ id, name }: Criterion, criterion: string): boolean {
  return criterion === id || criterion === name;
}

function idOf({ id, name }: Criterion): string {
  return id ?? name;
}

/** What all attempts together prove about the criteria. `rows` are the solution's. */
export function claimsOfCriteria(rows: readonly Criterion[], mutants: Mutants, config: ExerciseConfig): Claim[] {
  const caught = Object.values(mutants).flatMap(({ fails }) => fails);
  const count = Object.keys(mutants).length;
  const uncaught = rows.filter((row) => !caught.some((criterion) => isRowOf(row, criterion)));
  return [
    claim(`there are ${FEWEST_MUTANTS} mutants`, count < FEWEST_MUTANTS ? [`found ${count}`] : []),
    claim(
      'every criterion is failed by a mutant',
      uncaught.map((row) => `“${idOf(row)}” is failed by none`),
    ),
    claim('the check judges the criteria that config.json lists', differences(rows, config)),
  ];
}

/** Criteria without a row. A row without a criterion is an error of the check, except in format 1, which has no list. */
function differences(rows: readonly Criterion[], { formatVersion, criteria }: ExerciseConfig): string[] {
  const printed = rows.map(idOf).join(', ');
  const untold = criteria.filter(({ title }) => !rows.some(({ name }) => name === title));
  return untold.map(({ id, title }) => {
    const shown = formatVersion === 1 ? title : id;
    return `the check prints no row for “${shown}”; it prints: ${printed}`;
  });
}

function notJudged({ status, error, output }: VerificationResult): string[] {
  if (status !== 'error' && status !== 'timeout') return [];
  return [`could not be judged: ${error?.message ?? status}`, ...(output ? [output] : [])];
}

/** A student who fails has to be told why. */
function silent({ criteria }: VerificationResult): string[] {
  return criteria
    .filter(({ status, message }) => status !== 'passed' && !message)
    .map(({ name, status }) => `“${name}” is ${status} without a message`);
}
