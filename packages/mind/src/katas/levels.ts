import type { Kata } from '@agent-factory/coach/store';
import type { Constraint } from '@agent-factory/protocol/mind';

type Attempt = Kata['userAttempts'][number];

/** What is open to who has not tried it yet. */
const FIRST_LEVEL = 1;
/** From here on, of 10, a passed kata has closed the gap that it is against: sound, and more than that. */
const GOOD_LEVEL = 7;

/** The highest level of an attempt; null without one. */
export function bestLevelOf(attempts: readonly Attempt[]): number | null {
  const levels = attempts.flatMap(({ level }) => level ?? []);
  return levels.length === 0 ? null : Math.max(...levels);
}

/** Whether a student may take a constraint on. */
export function isUnlocked({ minLevel }: Constraint, bestLevel: number | null): boolean {
  return minLevel <= Math.max(FIRST_LEVEL, bestLevel ?? FIRST_LEVEL);
}

/** Those that an attempt at this level has opened after what was best before it. */
export function newlyUnlocked(constraints: readonly Constraint[], before: number | null, level: number): Constraint[] {
  return constraints.filter((one) => !isUnlocked(one, before) && isUnlocked(one, level));
}

export function addressesGap({ passed, level }: { readonly passed: boolean; readonly level: number }): boolean {
  return passed && level >= GOOD_LEVEL;
}
