import { randomUUID } from 'node:crypto';
import { checkWork, type Exercise } from '@agent-factory/exercise-runtime';
import { type Criterion, type ExerciseId, PracticeError, type VerificationResult } from '@agent-factory/protocol';
import type { EventData } from '@agent-factory/protocol/events';
import { wasCompleted } from '../store/records/progress.js';
import { completeWorkspace } from '../store/records/workspaces.js';
import { workspacePath } from '../workspaces/prepare-workspace.js';
import { startedExercise } from '../workspaces/started-exercise.js';
import type { SessionContext } from './context.js';
import type { Judged } from './hooks.js';

/** How much of what a check printed goes into the event log, in UTF-16 units: what an event has room for. */
const MAX_OUTPUT_LENGTH = 4000;

export interface VerifyOptions {
  /** What the page that asks calls the check. */
  readonly checkId?: string | undefined;
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
  const { events } = context;
  const named = options.checkId === undefined ? {} : { checkId: options.checkId };
  events.append({ exerciseId, type: 'check_began', data: named });
  const result = await runCheck(context, exercise, {
    ...options,
    onCriterion(criterion) {
      events.append({ exerciseId, type: 'criterion_judged', data: { ...named, criterion } });
      options.onCriterion?.(criterion);
    },
  }).catch((error: unknown) => {
    events.append({ exerciseId, type: 'check_ended', data: { ...named, ...cutShort(error) } });
    throw error;
  });
  const judged = { exerciseId, version: exercise.config.version, at: new Date().toISOString(), result };
  if (isJudged(result)) await record(context, exercise, judged);
  events.append({ exerciseId, type: 'check_ended', data: { ...named, ...summaryOf(result) } });
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

async function record({ store, hooks, events }: SessionContext, { config }: Exercise, judged: Judged): Promise<void> {
  const { exerciseId, at, result } = judged;
  const first = result.complete && !(await wasCompleted(store, exerciseId));
  await hooks.onJudged(judged);
  if (!result.complete || !(await completeWorkspace(store, exerciseId, at))) return;
  const data = { completionId: randomUUID(), xp: config.xpReward, first };
  events.append({ exerciseId, type: 'exercise_completed', data });
}

function summaryOf(result: VerificationResult): EventData<'check_ended'> {
  const { status, complete, criteria, durationMs, error, output } = result;
  const passed = criteria.filter((criterion) => criterion.passed).length;
  const printed = output === undefined ? {} : { output: output.slice(-MAX_OUTPUT_LENGTH) };
  return { status, complete, passed, total: criteria.length, durationMs, ...(error && { error }), ...printed };
}

/** For a check that was interrupted, by a reset or because nobody waited for it any more. */
function cutShort(error: unknown): EventData<'check_ended'> {
  const { code = 'internal', message = '' } = error instanceof PracticeError ? error : {};
  return { status: 'error', complete: false, passed: 0, total: 0, durationMs: 0, error: { code, message } };
}
