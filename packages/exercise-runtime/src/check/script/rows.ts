import {
  type CheckRow,
  type Criterion,
  type CriterionConfig,
  checkOutputSchema,
  checkRowSchema,
  decode,
  type Outcome,
} from '@agent-factory/protocol';
import { listed } from '../../lists.js';
import { type Needs, needsOf, skipped, unmetNeeds } from '../needs.js';

/** Most criteria of a check; the schema of a whole document has the same limit. */
const MAX_CRITERIA = 100;
/** Nobody needs to read what is wrong with each of a hundred rows. */
const MAX_ISSUES = 5;

export interface RowsOptions {
  /** The criteria of the config. */
  criteria: readonly CriterionConfig[];
  /** Whether a script may name others, by their titles: in format 1, which has no list of criteria. */
  mayNameOthers: boolean;
  onCriterion?: ((criterion: Criterion) => void) | undefined;
}

/**
 * Collects the criteria of a check as they arrive, each name once, and what was wrong with the output.
 * Holds back a failed criterion until the criteria it needs are decided.
 */
export class Rows {
  readonly criteria: Criterion[] = [];
  /** Why the output is not a list of criteria; undefined as long as it is one. */
  problem: string | undefined;
  readonly #options: RowsOptions;
  readonly #needs: Needs;
  readonly #names = new Set<string>();
  /** Names of criteria that no longer wait. */
  readonly #decided = new Set<string>();
  /** Indexes of criteria that wait for others. */
  #waiting: number[] = [];

  constructor(options: RowsOptions) {
    this.#options = options;
    this.#needs = needsOf(options.criteria);
  }

  /** Call it at the end: a criterion that is not decided by now has not passed. */
  end(): void {
    this.#settle(() => true);
  }

  /** Takes a JSON value that the check has printed. False if it is neither a row nor a document. */
  take(value: unknown): boolean {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    if ('criteria' in value && isTooLong(value.criteria)) this.refuse(TOO_MANY);
    else if ('criteria' in value) this.#takeAll(decode(checkOutputSchema, value), (document) => document.criteria);
    else if (('name' in value || 'id' in value) && 'passed' in value)
      this.#takeAll(decode(checkRowSchema, value), (row) => [row]);
    else return false;
    return true;
  }

  /** Records why the output cannot be a list of criteria. Returns true, as the value is dealt with. */
  refuse(problem: string): true {
    this.problem ??= problem;
    return true;
  }

  #takeAll<T>(outcome: Outcome<T>, rows: (value: T) => CheckRow[]): void {
    if (!outcome.ok) this.refuse(outcome.issues.slice(0, MAX_ISSUES).join('; '));
    else for (const row of rows(outcome.value)) this.#add(row);
  }

  #add(row: CheckRow): void {
    const named = this.#named(row);
    this.problem ??= typeof named === 'string' ? named : problemOf(named, this.#names);
    if (this.problem !== undefined || typeof named === 'string') return;
    this.#names.add(named.name);
    const criterion: Criterion = { ...named, status: named.status ?? (named.passed ? 'passed' : 'failed') };
    this.#waiting.push(this.criteria.push(criterion) - 1);
    this.#settle((name) => this.#decided.has(name));
  }

  /** The row with the id and title from the config, or what is wrong with it. */
  #named(row: CheckRow): NamedRow | string {
    const { criteria, mayNameOthers } = this.#options;
    if ('name' in row) {
      const id = criteria.find(({ title }) => title === row.name)?.id;
      if (id !== undefined) return { ...row, id };
      return mayNameOthers ? row : `"${row.name}" is not the title of a criterion in config.json`;
    }
    const title = criteria.find(({ id }) => id === row.id)?.title;
    return title === undefined ? unknownId(row.id, criteria) : { ...row, name: title };
  }

  /** Reports criteria that no longer wait. Deciding one may decide another. */
  #settle(isDecided: (name: string) => boolean): void {
    for (const place of [...this.#waiting]) {
      const criterion = this.criteria[place];
      if (criterion === undefined || !this.#waiting.includes(place)) continue;
      if (criterion.status === 'failed' && !(this.#needs.get(criterion.name) ?? []).every(isDecided)) continue;
      this.#waiting = this.#waiting.filter((other) => other !== place);
      this.#tell(place, criterion);
      this.#settle(isDecided);
    }
  }

  #tell(place: number, criterion: Criterion): void {
    const unmet = criterion.status === 'failed' ? unmetNeeds(criterion.name, this.#needs, this.criteria) : [];
    const told = unmet.length > 0 ? skipped(criterion, unmet) : criterion;
    this.criteria[place] = told;
    this.#decided.add(told.name);
    this.#options.onCriterion?.(told);
  }
}

/** A row that has its criterion's title. */
type NamedRow = Omit<Criterion, 'status'> & Pick<CheckRow, 'status'>;

function unknownId(id: string, criteria: readonly CriterionConfig[]): string {
  const ids = listed(criteria.map((criterion) => criterion.id));
  return `"${id}" is not the id of a criterion in config.json${ids === '' ? '' : `; there are: ${ids}`}`;
}

const TOO_MANY = `more than ${MAX_CRITERIA} criteria`;

function isTooLong(criteria: unknown): boolean {
  return Array.isArray(criteria) && criteria.length > MAX_CRITERIA;
}

function problemOf({ name, passed, status }: NamedRow, names: ReadonlySet<string>): string | undefined {
  if (names.has(name)) return `"${name}" comes twice`;
  if (status !== undefined && (status === 'passed') !== passed)
    return `"${name}": passed is ${passed}, status is ${status}`;
  return names.size === MAX_CRITERIA ? TOO_MANY : undefined;
}
