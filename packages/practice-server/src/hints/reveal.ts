import { type ExerciseConfig, type ExerciseId, PracticeError } from '@agent-factory/protocol';
import type { HintResponse } from '@agent-factory/protocol/hints';
import type { Foundation } from '../foundation.js';
import { changeProgress, countAttempts, revealedRungs, wasCompleted } from '../store/records/progress.js';
import { withHints } from '../store/records/progress-changes.js';
import { findReveal, saveReveal } from '../store/records/reveals.js';
import { startedExercise } from '../workspaces/started-exercise.js';
import { lockedUntil } from './gate.js';

/** Shows the next rung of a criterion's hint ladder, and records it. */
export async function revealHint(
  foundation: Foundation,
  exerciseId: ExerciseId,
  criterion: string,
): Promise<HintResponse> {
  const { store } = foundation;
  const { config } = await startedExercise(foundation, exerciseId);
  const ladder = ladderOf(config, criterion);
  const revealed = (await revealedRungs(store, exerciseId)).get(criterion) ?? 0;
  if (revealed >= ladder.length) throw allShown(criterion, ladder.length);
  const [attempts, last, completed] = await Promise.all([
    countAttempts(store, exerciseId),
    findReveal(store, exerciseId, criterion),
    wasCompleted(store, exerciseId),
  ]);
  const known = {
    revealedAt: last?.at,
    attemptsAtReveal: last?.attempts,
    attempts,
    completed,
  };
  const now = Date.now();
  const until = lockedUntil({ ...known, revealed, now });
  if (until !== undefined) throw locked(until);

  const count = revealed + 1;
  await changeProgress(store, { exerciseId, version: config.version }, (progress) =>
    withHints(progress, criterion, count),
  );
  await saveReveal(store, { exerciseId, criterion, at: now, attempts });
  const opensAt = lockedUntil({ ...known, revealed: count, revealedAt: now, attemptsAtReveal: attempts, now });
  const next = count < ladder.length && opensAt !== undefined ? { nextAt: new Date(opensAt).toISOString() } : {};
  const shown = { rung: count, hint: ladder[revealed], total: ladder.length };
  foundation.events.append({ exerciseId, type: 'hint_shown', data: { criterion, ...shown, ...next } });
  return { criterion, hints: ladder.slice(0, count), total: ladder.length, ...next };
}

/** The hint ladders of an exercise, by the criterion's title, under which progress is kept. */
export function laddersOf({ criteria }: ExerciseConfig): ReadonlyMap<string, readonly string[]> {
  return new Map(criteria.flatMap(({ title, hints }) => (hints === undefined ? [] : [[title, hints]])));
}

function ladderOf(config: ExerciseConfig, criterion: string): readonly string[] {
  const ladder = laddersOf(config).get(criterion);
  if (ladder !== undefined) return ladder;
  throw new PracticeError('hint_not_found', `There are no hints for “${criterion}”. Ask the tutor in the terminal.`);
}

function allShown(criterion: string, total: number): PracticeError {
  const message = `All ${total} hints for “${criterion}” have been shown. Ask the tutor in the terminal, or look at the solution.`;
  return new PracticeError('hint_not_found', message, { total });
}

function locked(until: number): PracticeError {
  const message = 'Try what the last hint says first: the next one opens with Check My Work, or in a few minutes.';
  return new PracticeError('hint_locked', message, { availableAt: new Date(until).toISOString() });
}
