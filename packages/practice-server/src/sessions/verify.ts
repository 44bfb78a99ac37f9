import { checkWork, type Exercise } from '@agent-factory/exercise-runtime';
import type { Criterion, ExerciseId, VerificationResult } from '@agent-factory/protocol';
import { withAttempt } from '../progress/attempt.js';
import { changeProgress, type VersionKey } from '../store/records/progress.js';
import { completeWorkspace } from '../store/records/workspaces.js';
import { workspacePath } from '../workspaces/prepare-workspace.js';
import { startedExercise } from '../workspaces/started-exercise.js';
import type { SessionContext } from './context.js';

export interface VerifyOptions {
  /** Hears each row as it is decided. */
  readonly onCriterion?: (criterion: Criterion) => void;
  /** Ends the check: nobody waits for its result any more. */
  readonly signal?: AbortSignal;
}

/** Checks the student's work officially: it counts as an attempt, and completes what passes. */
export async function verifyExercise(
  context: SessionContext,
  exerciseId: ExerciseId,
  options: VerifyOptions = {},
): Promise<VerificationResult> {
  const exercise = await startedExercise(context, exerciseId);
  const result = await runCheck(context, exercise, options);
  if (isJudged(result)) await recordAttempt(context, { exerciseId, version: exercise.config.version }, result);
  context.log.info(
    { exerciseId, status: result.status, error: result.error, durationMs: Math.round(result.durationMs) },
    'Work checked',
  );
  return result;
}

/** The same check, of which nothing is recorded. */
export async function checkExercise(
  context: SessionContext,
  exerciseId: ExerciseId,
  options: VerifyOptions,
): Promise<VerificationResult> {
  return runCheck(context, await startedExercise(context, exerciseId), options);
}

/** With the exercise's own check, from the cache. */
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

async function recordAttempt({ store }: SessionContext, key: VersionKey, result: VerificationResult): Promise<void> {
  const at = new Date().toISOString();
  await changeProgress(store, key, (progress) => withAttempt(progress, { at, ...result }));
  if (result.complete) await completeWorkspace(store, key.exerciseId, at);
}
