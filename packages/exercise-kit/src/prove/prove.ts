import type { Exercise } from '@agent-factory/exercise-runtime';
import type { Draft } from '../content/draft.js';
import { SOLUTION_FOLDER } from '../content/names.js';
import type { Project } from '../content/project.js';
import type { Mutants } from '../mutants/mutants.js';
import { allEnded } from '../pool.js';
import { type Attempt, attemptInTime, type Run, type Work } from './attempt.js';
import type { Claim } from './claim.js';
import { claimOfSolution, claimOfStarter, claimsOfCriteria } from './claims.js';
import { loadWithMutants } from './load.js';
import { proveMutant } from './mutant.js';

const STARTER: Work = { name: 'starter', layers: [] };
/** From two fresh workspaces: a solution that passes only once depends on something that it leaves behind. */
const SOLUTIONS: readonly Work[] = [1, 2].map((time) => ({ name: `solution (${time})`, layers: [SOLUTION_FOLDER] }));

/** The findings about one exercise. */
export interface Proof {
  id: string;
  claims: Claim[];
  /** How many runs ended as they should. */
  starters: number;
  solutions: number;
  mutants: number;
  /** How many criteria the check printed for the solution. */
  criteria: number;
}

/** Runs one piece of work when its turn comes; the caller decides how many run at once. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

export interface ProveOptions {
  turn: Turn;
  signal: AbortSignal;
  /** Prove only these mutants. By default, prove everything. */
  only?: readonly string[] | undefined;
  /** Of the mutants, prove only this part, by which a pipeline divides them among its runs. */
  part?: Part | undefined;
}

/** Every `of`th, from the one that is the `index`th, counted from 1. */
export interface Part {
  index: number;
  of: number;
}

/** Proves an exercise: its starter fails, its solution passes twice, each mutant is caught. */
export async function prove(project: Project, draft: Draft, options: ProveOptions): Promise<Proof> {
  const { turn, signal, only, part = WHOLE } = options;
  const loaded = await loadWithMutants(project, draft);
  if (!loaded.ok) return { ...NOTHING, id: draft.id, claims: [loaded.unproved] };
  const { exercise, mutants } = loaded;
  const run: Run = (work) => turn(() => attemptInTime(exercise, work, signal));
  const basis = only === undefined ? [STARTER, ...SOLUTIONS] : [];
  const named = Object.entries(mutants).filter(([name]) => only?.includes(name) ?? true);
  const chosen = named.filter((_, place) => place % part.of === part.index - 1);
  const [attempts, ofMutants] = await allEnded([
    allEnded(basis.map(run)),
    allEnded(chosen.map(([name, mutant]) => proveMutant(exercise, name, mutant, run))),
  ]);
  const proof = { ...NOTHING, id: draft.id, claims: ofMutants, mutants: holding(ofMutants) };
  return only === undefined ? withBasis(proof, exercise, mutants, attempts) : proof;
}

const WHOLE: Part = { index: 1, of: 1 };
const NOTHING = { starters: 0, solutions: 0, mutants: 0, criteria: 0 };

/** Adds what the runs of starter and solution show. */
function withBasis(proof: Proof, { config }: Exercise, mutants: Mutants, attempts: Attempt[]): Proof {
  const [starter, ...solutions] = attempts as [Attempt, Attempt, Attempt];
  const ofStarter = [claimOfStarter(starter)];
  const ofSolutions = solutions.map(claimOfSolution);
  const { criteria } = solutions[0].result;
  return {
    ...proof,
    claims: [...ofStarter, ...ofSolutions, ...proof.claims, ...claimsOfCriteria(criteria, mutants, config)],
    starters: holding(ofStarter),
    solutions: holding(ofSolutions),
    criteria: criteria.length,
  };
}

function holding(claims: readonly Claim[]): number {
  return claims.filter(({ problem }) => problem === undefined).length;
}
