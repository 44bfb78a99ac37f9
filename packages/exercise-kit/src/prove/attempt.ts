import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkWork, type Exercise, runSetup, seedWorkspace } from '@agent-factory/exercise-runtime';
import type { VerificationResult } from '@agent-factory/protocol';
import { isLitter } from '../content/names.js';
import type { Changes } from '../mutants/apply.js';
import { writeChanges } from '../mutants/write-changes.js';
import { attemptEnvironment } from './environment.js';
import type { ProvableExercise } from './load.js';
import { endProcesses, type ProcessFinder, processesIn } from './processes.js';
import { byContent, byTime, differences, type Snapshot, snapshot } from './snapshot.js';

/** What somebody hands in: the starter, overlaid with these folders of the exercise in order, and then changed. */
export interface Work {
  /** Its name in a report: `starter`, `solution (1)`, `mutant no-limit`. */
  name: string;
  layers: readonly string[];
  changes?: Changes | undefined;
}

/** The outcome of checking one work in its own workspace. */
export interface Attempt {
  work: Work;
  result: VerificationResult;
  /** Describes what the check left behind, which should be nothing. */
  traces: string[];
}

/** Checks one work, when it is its turn. */
export type Run = (work: Work) => Promise<Attempt>;

/** A busy machine can make a check late once; a check that hangs is late again. */
export async function attemptInTime(exercise: ProvableExercise, work: Work, signal: AbortSignal): Promise<Attempt> {
  const first = await attempt(exercise, work, signal);
  return first.result.status === 'timeout' ? attempt(exercise, work, signal) : first;
}

/** Checks one work as the daemon would, in a fresh workspace that is removed afterwards. */
async function attempt(exercise: ProvableExercise, work: Work, signal: AbortSignal): Promise<Attempt> {
  signal.throwIfAborted();
  const root = await realpath(await mkdtemp(join(tmpdir(), 'exercise-kit-')));
  const processes = processesIn(root);
  try {
    return await attemptIn(root, exercise, work, processes, signal);
  } finally {
    endProcesses(await processes.find());
    await rm(root, { recursive: true, force: true });
  }
}

async function attemptIn(
  root: string,
  exercise: ProvableExercise,
  work: Work,
  processes: ProcessFinder,
  signal: AbortSignal,
): Promise<Attempt> {
  const workspace = join(root, 'workspace');
  const env = await attemptEnvironment(process.env, root);
  await Promise.all([env.HOME, env.TMPDIR].map((folder) => mkdir(folder, { recursive: true })));
  await seedWorkspace(exercise, { workspace });
  await runSetup(exercise, { workspace, env, signal });
  for (const layer of work.layers) await lay(join(exercise.source, layer), workspace);
  if (work.changes !== undefined) writeChanges(workspace, work.changes);
  const before = places(root, exercise);
  const result = await checkWork(exercise, { workspace, env, signal });
  const traces = tracesOf(before, places(root, exercise));
  for (const { pid, name } of await processes.findLasting()) traces.push(`left ${name} running (process ${pid})`);
  return { work, result, traces };
}

function lay(folder: string, workspace: string): Promise<void> {
  return cp(folder, workspace, { recursive: true, filter: (path) => !isLitter(path.split('/').at(-1) ?? '') });
}

/** Everything a check can reach without looking for it: workspace, home, temporary files, the exercise itself. */
function places(root: string, { dir }: Exercise): Record<string, Snapshot> {
  return { 'its own place': snapshot(root, byContent), 'the exercise': snapshot(dir, byTime) };
}

function tracesOf(before: Record<string, Snapshot>, after: Record<string, Snapshot>): string[] {
  return Object.entries(after).flatMap(([place, now]) =>
    differences(before[place] ?? {}, now).map((difference) => `${difference} in ${place}`),
  );
}
