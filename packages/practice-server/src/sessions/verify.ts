import { checkWork, type Exercise } from '@agent-factory/exercise-runtime';
import type { Criterion, ExerciseId, VerificationResult } from '@agent-factory/protocol';
import { completeWorkspace } from '../store/records/workspaces.js';
import { workspacePath } from '../workspaces/prepare-workspace.js';
import { startedExercise } from '../workspaces/started-exercise.js';
import type { SessionContext } from './context.js';
import type { Judged } from './hooks.js';

export interface VerifyOptions {
  /** Called with each criterion as it is decided. */
  readonly onCriterion?: (criterion: Criterion) => void;
  /** Aborts the check, because nobody waits for its result any more. */
  readonly signal?: AbortSignal;
}

/** Checks the student's work officially: the check counts as an attempt, and may complete the exercise. */
export async function verifyExercise(
  context: SessionContext,
  exerciseId: ExerciseId,
  options: VerifyOptions = {},
): Promise<VerificationResult> {
  const exercise = await startedExercise(context, exerciseId);
  const result = await runCheck(context, exercise, options);
  const { version } = exercise.config;
  if (isJudged(result)) await record(context, { exerciseId, version, at: new Date().toISOString(), result });
  context.log.info(
    { exerciseId, status: result.status, error: result.error, durationMs: Math.round(result.durationMs) },
    'Work checked',
  );
  return result;
}

/** The same check, but nothing is recorded. */
export async function checkExercise(
  context: SessionContext,
  exerciseId: ExerciseId,
  options: VerifyOptions,
): Promise<VerificationResult> {
  return runCheck(context, await startedExercise(context, exerciseId), options);
}

/** Runs the exercise's own check, from the cache. */
function runCheck(
  context: SessionContext,
  exercise: Exercise,
  { onCriterion, signal }: VerifyOptions,
): Promise<VerificationResult> {
  return checkWork(exercise, {
    workspace: workspacePath(context, exercise.config.id),
    env: context.environments.check,
    signal: signal === undefined ? context.closing : AbortSignal.any([signal, context.closing]),
    ...(onCriterion && { onCriterion }),
  });
}

/** A check that broke or took too long says nothing about the student. */
function isJudged({ status }: VerificationResult): boolean {
  return status === 'passed' || status === 'failed';
}

async function record({ store, hooks }: SessionContext, judged: Judged): Promise<void> {
  await hooks.onJudged(judged);
  if (judged.result.complete) await completeWorkspace(store, judged.exerciseId, judged.at);
}
