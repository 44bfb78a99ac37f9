import type { CriterionConfig, DeclarativeCheck } from '@agent-factory/protocol';

/** A declared check with the id and the title of the criterion it judges. */
export type NamedCheck = DeclarativeCheck & { id: string; name: string };

/** Adds to each check the names that its row will have. */
export function namedChecks(checks: readonly DeclarativeCheck[], criteria: readonly CriterionConfig[]): NamedCheck[] {
  const titles = new Map(criteria.map(({ id, title }) => [id, title]));
  return checks.map((check) => ({
    ...check,
    id: check.criterion,
    name: titles.get(check.criterion) ?? check.criterion,
  }));
}
