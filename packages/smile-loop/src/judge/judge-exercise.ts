import { checkWork, loadExercise } from '@agent-factory/exercise-runtime';
import type { Criterion as CheckedCriterion } from '@agent-factory/protocol';
import { PLACES } from '../contract/judge-task.js';
import type { Criterion } from '../contract/loop-state.js';
import { type JudgeFinding, MAX_MESSAGE_CHARS, ownEnvironment } from './finding.js';

/** Judges as the button of a lesson does. */
export async function judgeExercise(id: string): Promise<JudgeFinding> {
  const exercise = await loadExercise(PLACES.checks, id);
  const result = await checkWork(exercise, { workspace: PLACES.work, env: ownEnvironment() });
  if (result.error !== undefined && result.status !== 'timeout') return { unusable: result.error.message };
  const late = result.error === undefined ? [] : [{ name: 'The check ends in time', passed: false, ...result.error }];
  const criteria = [
    ...result.criteria.map(criterionOf),
    ...late.map(({ name, passed, message }) => ({ name, passed, message })),
  ];
  return { verdict: { passed: result.complete, criteria } };
}

/** What was expected is what a learner needs; what it found alone may say little. */
export function criterionOf({ name, status, message, expected, found }: CheckedCriterion): Criterion {
  const passed = status === 'passed';
  const words = [message, expected && `Expected: ${expected}`, found && `Found: ${found}`].filter(Boolean).join(' ');
  return { name, passed, ...(!passed && words !== '' && { message: words.slice(0, MAX_MESSAGE_CHARS) }) };
}
