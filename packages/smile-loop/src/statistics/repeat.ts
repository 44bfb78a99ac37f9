import { isAboutTutorial, OUTCOMES, type Outcome } from '../contract/outcomes.js';
import type { Gap } from '../contract/report.js';
import { samePlace } from '../report/same.js';
import { type Interval, wilsonInterval } from './wilson.js';

/** One of several runs of the same tutorial. */
export interface RunOutcome {
  outcome: Outcome;
  gaps: readonly Gap[];
}

export interface RepeatSummary {
  /** Runs that say something about the tutorial, and how many of them passed. */
  runs: number;
  passed: number;
  /** From 0 to 1; undefined where no run says anything. */
  passRate: number | undefined;
  /** 95 % of the pass rate. */
  interval: Interval;
  /** Runs that say nothing about the tutorial, by their outcome; those that did not occur are left out. */
  others: Partial<Record<Outcome, number>>;
  /** The gaps of all runs that count, and in how many of them each was met; the most frequent first. */
  gaps: { gap: Gap; runs: number }[];
}

/** What several runs say together. Runs that say nothing about the tutorial are counted apart. */
export function repeatSummary(all: readonly RunOutcome[]): RepeatSummary {
  const counted = all.filter(({ outcome }) => isAboutTutorial(outcome));
  const passed = counted.filter(({ outcome }) => outcome === 'passed').length;
  return {
    runs: counted.length,
    passed,
    passRate: counted.length === 0 ? undefined : passed / counted.length,
    interval: wilsonInterval(passed, counted.length),
    others: countOthers(all),
    gaps: gapsOfRuns(counted),
  };
}

/** One paragraph for people. */
export function repeatSentence({ runs, passed, interval, others }: RepeatSummary): string {
  const aside = Object.entries(others).map(([outcome, count]) => `${count} ${outcome}`);
  const rest =
    aside.length === 0 ? '' : ` Not counted, because they say nothing about the tutorial: ${aside.join(', ')}.`;
  if (runs === 0) return `No run says anything about the tutorial.${rest}`;
  const share = Math.round((passed / runs) * 100);
  return `${passed} of ${runs} runs passed (${share} %; 95 % interval ${percent(interval.low)} to ${percent(interval.high)}).${rest}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function countOthers(all: readonly RunOutcome[]): Partial<Record<Outcome, number>> {
  const counts: Partial<Record<Outcome, number>> = {};
  for (const outcome of OUTCOMES.filter((one) => !isAboutTutorial(one))) {
    const count = all.filter((run) => run.outcome === outcome).length;
    if (count > 0) counts[outcome] = count;
  }
  return counts;
}

function gapsOfRuns(runs: readonly RunOutcome[]): { gap: Gap; runs: number }[] {
  const found: { gap: Gap; runs: Set<RunOutcome> }[] = [];
  for (const run of runs) {
    for (const gap of run.gaps) {
      const known = found.find((one) => samePlace(one.gap, gap));
      if (known === undefined) found.push({ gap, runs: new Set([run]) });
      else known.runs.add(run);
    }
  }
  return found.map(({ gap, runs: met }) => ({ gap, runs: met.size })).sort((a, b) => b.runs - a.runs);
}
