import type { ExerciseConfig, VerificationResult } from '@agent-factory/protocol';
import { namedCriteria } from '../content/criteria.js';
import { FEWEST_MUTANTS, type Mutants } from '../mutants/mutants.js';
import type { Attempt } from './attempt.js';
import { type Claim, claim } from './claim.js';

/** The starter can be judged and does not pass, and says why. */
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

/** What is wrong with a mutant's run: it fails what it names and nothing else. What builds on that may be skipped. */
export function problemsOfMutant({ result, traces }: Attempt, fails: readonly string[]): string[] {
  const failed = failedCriteria(result);
  return [
    ...notJudged(result),
    ...fails.filter((name) => !failed.includes(name)).map((name) => `survives “${name}”, which it should fail`),
    ...failed.filter((name) => !fails.includes(name)).map((name) => `fails “${name}”, which it does not name`),
    ...silent(result),
    ...traces,
  ];
}

export function failedCriteria({ criteria }: VerificationResult): string[] {
  return criteria.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** What all attempts together show about the criteria. */
export function claimsOfCriteria(criteria: readonly string[], mutants: Mutants, config: ExerciseConfig): Claim[] {
  const caught = new Set(Object.values(mutants).flatMap(({ fails }) => fails));
  const count = Object.keys(mutants).length;
  const uncaught = criteria.filter((name) => !caught.has(name));
  const unknown = namedCriteria(config).filter((name) => !criteria.includes(name));
  return [
    claim(`there are ${FEWEST_MUTANTS} mutants`, count < FEWEST_MUTANTS ? [`found ${count}`] : []),
    claim(
      'every criterion is failed by a mutant',
      uncaught.map((name) => `“${name}” is failed by none`),
    ),
    claim(
      'stages, needs and hints name criteria of the check',
      unknown.map((name) => unknownName(name, criteria)),
    ),
  ];
}

function unknownName(name: string, criteria: readonly string[]): string {
  return `the check prints no “${name}”; it prints: ${criteria.join(', ')}`;
}

function notJudged({ status, error, output }: VerificationResult): string[] {
  if (status !== 'error' && status !== 'timeout') return [];
  return [`could not be judged: ${error?.message ?? status}`, ...(output ? [output] : [])];
}

/** A learner who fails has to be told why. */
function silent({ criteria }: VerificationResult): string[] {
  return criteria
    .filter(({ status, message }) => status !== 'passed' && !message)
    .map(({ name, status }) => `“${name}” is ${status} without a message`);
}
