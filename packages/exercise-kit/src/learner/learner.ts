import { dirname, join, resolve } from 'node:path';
import type { Project } from '../content/project.js';
import type { Output } from '../output/output.js';
import { Progress } from '../output/progress.js';
import type { Claim } from '../prove/claim.js';
import type { Proof } from '../prove/prove.js';
import { claimOfNoTrial, claimOfTrial } from './finding.js';
import { findLearner, type LearnerProgram } from './program.js';
import { standingOf } from './told.js';
import { tryExercise } from './try-exercise.js';

/** Below the author's project; each exercise has a folder of its own there, so that no report takes another's place. */
const RESULTS = 'smile-results';

export interface LearnerOptions {
  /** Its smile.json, if it is not the project's own. */
  readonly config?: string | undefined;
  readonly signal: AbortSignal;
}

export interface Learner {
  /** Tries the exercises one after the other. Returns the proofs with one claim more each. */
  tryAll(proofs: readonly Proof[]): Promise<Proof[]>;
}

/** Makes ready a simulated learner. Throws KitError where its program is not there. */
export async function openLearner(project: Project, options: LearnerOptions, output: Output): Promise<Learner> {
  const env = ownEnvironment();
  const program = await findLearner(project, env);
  return {
    async tryAll(proofs) {
      const tried: Proof[] = [];
      // Only one loop may run on a machine.
      for (const proof of proofs) {
        const claim = holds(proof)
          ? await trial({ project, program, env, id: proof.id }, options, output)
          : claimOfNoTrial();
        for (const line of describe(proof.id, claim)) output.err(line);
        tried.push({ ...proof, claims: [...proof.claims, claim] });
      }
      return tried;
    },
  };
}

interface Place {
  readonly project: Project;
  readonly program: LearnerProgram;
  readonly env: Record<string, string>;
  readonly id: string;
}

async function trial({ project, program, env, id }: Place, options: LearnerOptions, output: Output): Promise<Claim> {
  const root = dirname(project.exercises);
  const startedAt = performance.now();
  const progress = new Progress(output);
  const settings = options.config === undefined ? [] : ['--config', resolve(options.config)];
  progress.update(`A learner begins ${id}…`);
  try {
    const end = await tryExercise({
      program,
      id,
      args: ['--output', join(root, RESULTS, id), ...settings],
      cwd: root,
      env,
      onTold: (told) => progress.update(`A learner does ${id}: ${standingOf(told)}…`),
      signal: options.signal,
    });
    return claimOfTrial(end, performance.now() - startedAt);
  } finally {
    progress.clear();
  }
}

function holds({ claims }: Proof): boolean {
  return claims.every(({ problem }) => problem === undefined);
}

function describe(id: string, { problem, unknown }: Claim): string[] {
  if (unknown !== undefined) return [`? ${id}, learner: ${unknown}`];
  if (problem === undefined) return [`✓ ${id}, learner: passed`];
  const [first = '', ...rest] = problem.split('\n');
  return [
    `✗ ${id}, learner: ${first}`,
    ...rest.map((line) => `    ${line}`),
    `    All that happened: ${join(RESULTS, id, 'smile-report.md')}`,
  ];
}

/** The program needs the author's keys and the address of the engine. */
function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
