import type { Criterion, CriterionConfig } from '@agent-factory/protocol';

/** By criterion title: the titles of the criteria that have to pass before it can be judged. */
export type Needs = ReadonlyMap<string, readonly string[]>;

export function needsOf(criteria: readonly CriterionConfig[]): Needs {
  const titles = new Map(criteria.map(({ id, title }) => [id, title]));
  return new Map(criteria.map(({ title, needs }) => [title, needs.map((id) => titles.get(id) ?? id)]));
}

/** The criteria that a criterion still waits for, because they have not passed. */
export function unmetNeeds(name: string, needs: Needs, criteria: readonly Criterion[]): string[] {
  return (needs.get(name) ?? []).filter(
    (other) => !criteria.some((criterion) => criterion.name === other && criterion.passed),
  );
}

/** The row of a criterion that cannot be judged until others pass. */
export function skipped(
  { id, name, durationMs }: Pick<Criterion, 'id' | 'name' | 'durationMs'>,
  unmet: readonly string[],
): Criterion {
  const first = unmet.map((other) => `“${other}”`).join(' and ');
  const message = `Not judged yet: first ${first} ${unmet.length === 1 ? 'has' : 'have'} to pass.`;
  return {
    ...(id !== undefined && { id }),
    name,
    passed: false,
    status: 'skipped',
    message,
    ...(durationMs !== undefined && { durationMs }),
  };
}
