import { fisherExact } from './fisher.js';
import { runsNeeded } from './runs-needed.js';

/** Below this a difference is called one: the usual 5 %. */
const SIGNIFICANT = 0.05;

/** The runs of one version of a tutorial that say something about it. */
export interface Version {
  name: string;
  passed: number;
  runs: number;
}

export interface Comparison {
  /** Of Fisher's exact test, two-sided. */
  p: number;
  significant: boolean;
  /** Further runs that each version needs to see such a difference; undefined where there is none to see. */
  moreRuns: number | undefined;
  /** All of this in plain words. */
  sentence: string;
}

/** Whether two versions differ in how often they pass, or whether chance alone may have made the difference. */
export function compare(a: Version, b: Version): Comparison {
  const counts = { passedA: a.passed, failedA: a.runs - a.passed, passedB: b.passed, failedB: b.runs - b.passed };
  const p = fisherExact(counts);
  const significant = p < SIGNIFICANT;
  const moreRuns = significant ? 0 : furtherRuns(a, b);
  const seen = `${tell(a)}, ${tell(b)}`;
  return {
    p,
    significant,
    moreRuns,
    sentence: `${seen} (p = ${showP(p)}). ${meaning({ a, b, significant, moreRuns })}`,
  };
}

function tell({ name, passed, runs }: Version): string {
  return `${name} passed ${passed} of ${runs} runs`;
}

function showP(p: number): string {
  return p < 0.0001 ? 'less than 0.0001' : p.toPrecision(2);
}

function furtherRuns(a: Version, b: Version): number | undefined {
  const fewest = Math.min(a.runs, b.runs);
  if (fewest === 0) return undefined;
  const needed = runsNeeded(a.passed / a.runs, b.passed / b.runs);
  return needed === undefined ? undefined : Math.max(1, needed - fewest);
}

interface Meaning {
  a: Version;
  b: Version;
  significant: boolean;
  moreRuns: number | undefined;
}

function meaning({ a, b, significant, moreRuns }: Meaning): string {
  if (a.runs === 0 || b.runs === 0) return 'Without runs of both that count, they cannot be compared.';
  if (significant) {
    const better = a.passed / a.runs > b.passed / b.runs ? a : b;
    return `Chance alone would seldom make such a difference: ${better.name} is easier to follow.`;
  }
  if (moreRuns === undefined) return 'They pass equally often: these runs show no difference.';
  return `Chance alone may have made this difference. To see one of this size, run each about ${moreRuns} more times.`;
}
