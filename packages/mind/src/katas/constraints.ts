import type { Kata } from '@agent-factory/coach/store';
import type { Constraint } from '@agent-factory/protocol/mind';

type Attempt = Kata['userAttempts'][number];

/** Most earlier attempts that a review looks back on, and most UTF-16 units of code in them together. */
const MAX_ATTEMPTS = 20;
const MAX_ATTEMPTS_LENGTH = 100_000;

/** Those of the kata with these titles, each once and in its order; titles that it does not have are ignored. */
export function activeConstraints(constraints: readonly Constraint[], titles: readonly string[]): Constraint[] {
  const wanted = new Set(titles);
  return constraints.filter(({ title }) => wanted.delete(title));
}

/** Attempts under the same constraints, whatever their order: the latest ones, the oldest of them first. */
export function comparableAttempts(attempts: readonly Attempt[], active: readonly Constraint[]): Attempt[] {
  const titles = new Set(active.map(({ title }) => title));
  const comparable: Attempt[] = [];
  let length = 0;
  for (const attempt of attempts.toReversed()) {
    if (!isSame(new Set(attempt.constraints), titles)) continue;
    length += attempt.code.length;
    if (comparable.length === MAX_ATTEMPTS || length > MAX_ATTEMPTS_LENGTH) break;
    comparable.unshift(attempt);
  }
  return comparable;
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((title) => other.has(title));
}
