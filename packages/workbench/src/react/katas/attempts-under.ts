import type { Attempt } from './kata-words.js';

/** An attempt, and the level of the one before it under the same constraints. */
export interface ComparedAttempt {
  readonly attempt: Attempt;
  /** Its number among all of the kata, from 1. */
  readonly number: number;
  readonly before: number | undefined;
}

/** Attempts under the same constraints, whatever their order, and the others; each the latest first. */
export function attemptsUnder(
  attempts: readonly Attempt[],
  constraints: ReadonlySet<string>,
): { readonly same: readonly ComparedAttempt[]; readonly others: readonly ComparedAttempt[] } {
  const same: ComparedAttempt[] = [];
  const others: ComparedAttempt[] = [];
  const levels = new Map<string, number>();
  for (const [index, attempt] of attempts.entries()) {
    const key = keyOf(attempt.constraints);
    const compared = { attempt, number: index + 1, before: levels.get(key) };
    levels.set(key, attempt.level);
    (key === keyOf(constraints) ? same : others).unshift(compared);
  }
  return { same, others };
}

function keyOf(titles: Iterable<string>): string {
  return JSON.stringify([...new Set(titles)].sort());
}
