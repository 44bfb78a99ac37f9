import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { chooseDrafts, type Draft } from '../content/draft.js';
import type { Project } from '../content/project.js';
import { KitError } from '../kit-error.js';
import { openLearner } from '../learner/learner.js';
import { readMutants } from '../mutants/mutants.js';
import { count } from '../output/count.js';
import type { Output } from '../output/output.js';
import { Progress } from '../output/progress.js';
import { allEnded, turns } from '../pool.js';
import { junit } from '../prove/junit.js';
import { type Part, type Proof, prove, type Turn } from '../prove/prove.js';

export interface TestOptions {
  json?: boolean | undefined;
  /** File for the report in JUnit format. */
  junit?: string | undefined;
  /** Mutants of the one exercise that is named; by default, everything is proved. */
  mutants?: readonly string[] | undefined;
  /** The part of the mutants that is proved; by default, all. */
  part?: Part | undefined;
  /** Whether a simulated learner does the exercises once they are proved. */
  learner?: boolean | undefined;
  /** The learner's smile.json, if it is not the project's own. */
  learnerConfig?: string | undefined;
  /** How many checks run at once. */
  jobs: number;
  signal: AbortSignal;
}

/** Proves the exercises. Returns 1 if a claim does not hold. */
export async function testCommand(
  project: Project,
  ids: readonly string[],
  options: TestOptions,
  output: Output,
): Promise<number> {
  const startedAt = performance.now();
  const drafts = chooseDrafts(project, ids);
  if (options.mutants !== undefined) checkNames(drafts, options.mutants);
  const { signal, learnerConfig: config } = options;
  // Before the proofs: they take minutes, and what is missing is known now.
  const learner = options.learner ? await openLearner(project, { config, signal }, output) : undefined;
  const proved = await proveAll(project, drafts, options, new Progress(output));
  const proofs = (await learner?.tryAll(proved)) ?? proved;
  if (options.junit !== undefined) writeReport(resolve(options.junit), junit(proofs));
  if (options.json) output.out(JSON.stringify({ exercises: proofs, totals: totalsOf(proofs) }, null, 2));
  else output.out(`${summary(proofs, options)} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  return problemsOf(proofs) > 0 ? 1 : 0;
}

/** Throws KitError unless these are mutants of the one exercise. */
function checkNames(drafts: readonly Draft[], names: readonly string[]): void {
  const [draft, ...others] = drafts;
  if (draft === undefined || others.length > 0) {
    throw new KitError('Name the exercise of the mutants: exercise-kit test <id> --mutant <name>');
  }
  const mutants = readMutants(draft.dir);
  if (!mutants.ok) return; // The proof says what is wrong with the file.
  const unknown = names.find((name) => !Object.hasOwn(mutants.value, name));
  if (unknown === undefined) return;
  const known = Object.keys(mutants.value).join(', ');
  throw new KitError(`${draft.id} has no mutant "${unknown}". There are: ${known}`);
}

function proveAll(
  project: Project,
  drafts: readonly Draft[],
  { jobs, signal, mutants, part }: TestOptions,
  progress: Progress,
): Promise<Proof[]> {
  const inTurn = turns(jobs);
  let [begun, done] = [0, 0];
  const turn: Turn = (work) => {
    begun += 1;
    return inTurn(work).finally(() => {
      done += 1;
      progress.update(`${done} of ${begun} runs…`);
    });
  };
  return allEnded(
    drafts.map(async (draft) => {
      const proof = await prove(project, draft, { turn, signal, only: mutants, part });
      for (const line of describe(proof, mutants === undefined)) progress.say(line);
      return proof;
    }),
  ).finally(() => progress.clear());
}

function describe(proof: Proof, isWhole: boolean): string[] {
  const failed = proof.claims.filter(({ problem }) => problem !== undefined);
  if (failed.length === 0) {
    const criteria = isWhole ? `, ${count(proof.criteria, 'criterion', 'criteria')}` : '';
    return [`✓ ${proof.id}: ${count(proof.mutants, 'mutant')} caught${criteria}`];
  }
  const lines = failed.flatMap(({ title, problem = '' }) => [
    `  not true: ${title}`,
    ...problem.split('\n').map((line) => `    ${line}`),
  ]);
  return [`✗ ${proof.id}`, ...lines];
}

function totalsOf(proofs: readonly Proof[]) {
  const sum = (key: 'starters' | 'solutions' | 'mutants' | 'criteria') =>
    proofs.reduce((total, proof) => total + proof[key], 0);
  return {
    exercises: proofs.length,
    starters: sum('starters'),
    solutions: sum('solutions'),
    mutants: sum('mutants'),
    criteria: sum('criteria'),
    problems: problemsOf(proofs),
  };
}

function summary(proofs: readonly Proof[], { mutants: only, part }: TestOptions): string {
  const { exercises, starters, solutions, mutants, criteria, problems } = totalsOf(proofs);
  const ofAll = part === undefined ? '' : ` in part ${part.index} of ${part.of}`;
  const caught = `${count(mutants, 'mutant')} caught${ofAll}`;
  const all = [
    `${count(exercises, 'exercise')}: ${count(starters, 'starter fails', 'starters fail')}`,
    count(solutions, 'solution run passes', 'solution runs pass'),
    `${caught}; ${count(criteria, 'criterion', 'criteria')}`,
  ].join(', ');
  const good = only === undefined ? all : caught;
  return problems === 0 ? good : `${good}; ${count(problems, 'claim')} not true`;
}

function problemsOf(proofs: readonly Proof[]): number {
  return proofs.flatMap(({ claims }) => claims).filter(({ problem }) => problem !== undefined).length;
}

function writeReport(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
