import type { Criterion } from '@agent-factory/protocol';

/** By criterion: those that have to pass before it can be judged. */
export type Needs = Readonly<Record<string, readonly string[]>>;

export function needsOf(name: string, needs: Needs): readonly string[] {
  return Object.hasOwn(needs, name) ? (needs[name] ?? []) : [];
}

/** The criteria that a criterion waits for, as far as they have not passed. */
export function unmetNeeds(name: string, needs: Needs, criteria: readonly Criterion[]): string[] {
  return needsOf(name, needs).filter(
    (other) => !criteria.some((criterion) => criterion.name === other && criterion.passed),
  );
}

/** The row of a criterion that cannot be judged before others pass. */
export function skipped(name: string, unmet: readonly string[], durationMs?: number): Criterion {
  const first = unmet.map((other) => `“${other}”`).join(' and ');
  const message = `Not judged yet: first ${first} ${unmet.length === 1 ? 'has' : 'have'} to pass.`;
  return { name, passed: false, status: 'skipped', message, ...(durationMs !== undefined && { durationMs }) };
}
