import { mapBounded } from '../../pool.js';
import type { Turn } from '../turns/turn.js';
import type { Tutor } from './find-tutor.js';
import { type Trial, type TrialLimits, type TriedExercise, tryTurn } from './trial.js';

/** A tutor that leaves so many turns unanswered, one after the other, would do so with the rest. */
const GIVEN_UP_AFTER = 3;

/** One turn that is to be tried. */
export interface PlannedTrial {
  readonly tried: TriedExercise;
  readonly tutor: Tutor;
  readonly turn: Turn;
}

/** Every turn with every tutor of every exercise, or the first so many of them. */
export function planTrials(
  exercises: readonly TriedExercise[],
  tutors: readonly Tutor[],
  turns: readonly Turn[],
  limit = Number.POSITIVE_INFINITY,
): PlannedTrial[] {
  const all = exercises.flatMap((tried) => tutors.flatMap((tutor) => turns.map((turn) => ({ tried, tutor, turn }))));
  return all.slice(0, limit);
}

export interface TryOptions extends TrialLimits {
  /** Conversations at a time. */
  readonly jobs: number;
  onTrial(trial: Trial): void;
}

/** Returns what came of each, in order, without those of a tutor that answers no more. */
export async function tryAll(plan: readonly PlannedTrial[], options: TryOptions): Promise<Trial[]> {
  const unanswered = new Map<Tutor, number>();
  const trials = await mapBounded(plan, options.jobs, async ({ tried, tutor, turn }) => {
    if ((unanswered.get(tutor) ?? 0) >= GIVEN_UP_AFTER) return undefined;
    const trial = await tryTurn(tried, tutor, turn, options);
    unanswered.set(tutor, trial.failure === undefined ? 0 : (unanswered.get(tutor) ?? 0) + 1);
    options.onTrial(trial);
    return trial;
  });
  return trials.filter((trial) => trial !== undefined);
}
