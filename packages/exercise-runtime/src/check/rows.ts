import {
  type CheckRow,
  type Criterion,
  checkOutputSchema,
  checkRowSchema,
  decode,
  type Outcome,
} from '@agent-factory/protocol';

/** Most criteria of a check; the schema of a whole document has the same. */
const MAX_CRITERIA = 100;

/** The criteria of a check as they come in, each name once, and what was wrong with what came. */
export class Rows {
  readonly criteria: Criterion[] = [];
  /** Why the output is no list of criteria; undefined as long as it is one. */
  problem: string | undefined;
  readonly #onCriterion: ((criterion: Criterion) => void) | undefined;

  constructor(onCriterion?: (criterion: Criterion) => void) {
    this.#onCriterion = onCriterion;
  }

  /** Takes a JSON value that the check has printed. False where it is neither a row nor a document. */
  take(value: unknown): boolean {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    if ('criteria' in value) this.#takeAll(decode(checkOutputSchema, value), (document) => document.criteria);
    else if ('name' in value && 'passed' in value) this.#takeAll(decode(checkRowSchema, value), (row) => [row]);
    else return false;
    return true;
  }

  #takeAll<T>(outcome: Outcome<T>, rows: (value: T) => CheckRow[]): void {
    if (!outcome.ok) this.problem ??= outcome.issues.join('; ');
    else for (const row of rows(outcome.value)) this.#add(row);
  }

  #add(row: CheckRow): void {
    this.problem ??= problemOf(row, this.criteria);
    if (this.problem !== undefined) return;
    const criterion: Criterion = { ...row, status: row.status ?? (row.passed ? 'passed' : 'failed') };
    this.criteria.push(criterion);
    this.#onCriterion?.(criterion);
  }
}

function problemOf({ name, passed, status }: CheckRow, criteria: readonly Criterion[]): string | undefined {
  if (criteria.some((criterion) => criterion.name === name)) return `"${name}" comes twice`;
  if (status !== undefined && (status === 'passed') !== passed)
    return `"${name}": passed is ${passed}, status is ${status}`;
  return criteria.length === MAX_CRITERIA ? `more than ${MAX_CRITERIA} criteria` : undefined;
}
