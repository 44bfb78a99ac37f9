import { type Exercise, loadExercise, missingPrerequisites } from '@agent-factory/exercise-runtime';
import { PracticeError } from '@agent-factory/protocol';
import { checkEnvironment } from '@agent-factory/subprocess';
import type { Draft } from '../content/draft.js';
import { type Mutant, readMutants } from '../content/mutants.js';
import { MUTANTS_FOLDER, SOLUTION_FOLDER } from '../content/names.js';
import { allEnded } from '../pool.js';
import { type Attempt, attempt, type Work } from './attempt.js';
import { type Claim, claim } from './claim.js';
import { claimOfMutant, claimOfSolution, claimOfStarter, claimsOfCriteria } from './claims.js';

const STARTER: Work = { name: 'starter', layers: [] };
/** From two fresh workspaces: what passes only once depends on something it leaves behind. */
const SOLUTIONS: readonly Work[] = [1, 2].map((time) => ({ name: `solution (${time})`, layers: [SOLUTION_FOLDER] }));

/** What was found out about one exercise. */
export interface Proof {
  id: string;
  claims: Claim[];
  /** Runs that ended as they should. */
  starters: number;
  solutions: number;
  mutants: number;
  /** Criteria that the check printed for the solution. */
  criteria: number;
}

/** Runs one piece of work when it is its turn: how many run at once is for the caller to say. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** Proves an exercise: its starter fails, its solution passes twice, each mutant is caught. */
export async function prove(draft: Draft, turn: Turn, signal: AbortSignal): Promise<Proof> {
  const outcome = await load(draft);
  if ('problem' in outcome) return { ...NOTHING, id: draft.id, claims: [claim('it is whole', [outcome.problem])] };
  const { exercise, mutants } = outcome;
  const missing = await missingPrerequisites(exercise.config, checkEnvironment(process.env));
  if (missing.length > 0) {
    return {
      ...NOTHING,
      id: draft.id,
      claims: [
        claim(
          'its programs are here',
          missing.map((name) => `${name} is not installed`),
        ),
      ],
    };
  }
  const attempts = await allEnded(worksOf(mutants).map((work) => turn(() => attemptInTime(exercise, work, signal))));
  return conclude(draft.id, exercise, mutants, attempts);
}

const NOTHING = { starters: 0, solutions: 0, mutants: 0, criteria: 0 };

/** A machine that does something else beside can make a check late once; one that hangs is late again. */
async function attemptInTime(exercise: Exercise, work: Work, signal: AbortSignal): Promise<Attempt> {
  const first = await attempt(exercise, work, signal);
  return first.result.status === 'timeout' ? attempt(exercise, work, signal) : first;
}

function worksOf(mutants: Record<string, Mutant>): Work[] {
  const names = Object.keys(mutants).map((name) => ({
    name: `mutant ${name}`,
    layers: [SOLUTION_FOLDER, `${MUTANTS_FOLDER}/${name}`],
  }));
  return [STARTER, ...SOLUTIONS, ...names];
}

function conclude(id: string, { config }: Exercise, mutants: Record<string, Mutant>, attempts: Attempt[]): Proof {
  const [starter, first, second, ...rest] = attempts as [Attempt, Attempt, Attempt, ...Attempt[]];
  const ofStarter = [claimOfStarter(starter)];
  const ofSolutions = [first, second].map(claimOfSolution);
  const ofMutants = Object.values(mutants).flatMap((mutant, index) =>
    rest[index] ? [claimOfMutant(rest[index], mutant)] : [],
  );
  const { criteria } = first.result;
  return {
    id,
    claims: [...ofStarter, ...ofSolutions, ...ofMutants, ...claimsOfCriteria(criteria, mutants, config)],
    starters: holding(ofStarter),
    solutions: holding(ofSolutions),
    mutants: holding(ofMutants),
    criteria: criteria.length,
  };
}

function holding(claims: readonly Claim[]): number {
  return claims.filter(({ problem }) => problem === undefined).length;
}

async function load(
  draft: Draft,
): Promise<{ exercise: Exercise; mutants: Record<string, Mutant> } | { problem: string }> {
  const mutants = readMutants(draft.dir);
  if (!mutants.ok) return { problem: `mutants/mutants.json: ${mutants.issues.join('; ')}` };
  try {
    return { exercise: await loadExercise(draft.dir), mutants: mutants.value };
  } catch (error) {
    if (error instanceof PracticeError) return { problem: error.message };
    throw error;
  }
}
