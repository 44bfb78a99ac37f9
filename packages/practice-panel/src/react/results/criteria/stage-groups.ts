import type { Criterion, Stage } from '@agent-factory/protocol';

/** Rows that belong together. */
export interface RowGroup {
  /** Undefined for rows outside any stage, if there are no others. */
  readonly title: string | undefined;
  /** Criteria of the stage that have passed, and how many it has. */
  readonly passed: number;
  readonly total: number;
  readonly rows: readonly Criterion[];
}

/** The rows by stage, in the order of the stages; rows in no stage come last. A stage without rows is left out. */
export function groupRows(rows: readonly Criterion[], stages: readonly Stage[]): RowGroup[] {
  const staged = new Set(stages.flatMap(({ criteria }) => criteria));
  const groups = stages.map(({ title, criteria }) => {
    const own = rows.filter(({ name }) => criteria.includes(name));
    return { title, passed: countPassed(own), total: Math.max(criteria.length, own.length), rows: own };
  });
  const rest = rows.filter(({ name }) => !staged.has(name));
  const title = groups.length === 0 ? undefined : 'Everything else';
  return [...groups, { title, passed: countPassed(rest), total: rest.length, rows: rest }].filter(
    (group) => group.rows.length > 0,
  );
}

function countPassed(rows: readonly Criterion[]): number {
  return rows.filter(({ passed }) => passed).length;
}
