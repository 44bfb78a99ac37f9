import { LEAST_SCORE } from './parts.js';

/** What of the tool's report is read: https://github.com/stryker-mutator/mutation-testing-elements, its schema 2. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}

export interface Score {
  /** Mutants that a test noticed, by failing or by never coming to its end. */
  readonly noticed: number;
  /** All that could be tried. */
  readonly tried: number;
  /** Those that nobody noticed, a line each: where, and what stood there instead. */
  readonly survivors: readonly string[];
}

const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);
/** A survivor is a line; what stands in its place may be long. */
const MOST_CHARACTERS = 100;

/** Mutants that do not compile or that were left out count neither way. */
export function scoreOf({ files }: MutationReport): Score {
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, mutant })));
  const noticed = all.filter(({ mutant }) => NOTICED.has(mutant.status)).length;
  const unnoticed = all.filter(({ mutant }) => UNNOTICED.has(mutant.status));
  return {
    noticed,
    tried: noticed + unnoticed.length,
    survivors: unnoticed.map(({ file, mutant }) => told(file, mutant)),
  };
}

/** In percent; of nothing that could be tried, all. */
export function percentOf({ noticed, tried }: Pick<Score, 'noticed' | 'tried'>): number {
  return tried === 0 ? 100 : (100 * noticed) / tried;
}

/** Whether tests have noticed as many as they have to. */
export function isEnough(score: Pick<Score, 'noticed' | 'tried'>): boolean {
  return percentOf(score) >= LEAST_SCORE;
}

/** How a run ends that found this of its parts: whether each is noticed enough. */
export function exitCodeOf(results: readonly boolean[]): 0 | 1 {
  return results.every(Boolean) ? 0 : 1;
}

function told(file: string, { location: { start }, mutatorName, replacement = '', status }: Mutant): string {
  const instead = replacement.replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS);
  const untried = status === 'NoCoverage' ? ', which no test runs' : '';
  return `${file}:${start.line}:${start.column} ${mutatorName} → ${instead}${untried}`;
}
