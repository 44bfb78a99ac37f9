import type { Claim } from '../prove/claim.js';
import type { TrialEnd } from './try-exercise.js';

const TITLE = 'a simulated learner completes it by its lesson alone';
const SAYS_NOTHING = 'says nothing about the exercise';

/** What an exit code means where there is no report. 2 is a mistake of the author's: it has to be mended. */
const USAGE = 2;
const WITHOUT_REPORT: Readonly<Record<number, string>> = {
  3: 'budget_exhausted',
  4: 'infra_error',
  5: 'harness_error',
  6: 'agent_refusal',
  7: 'another learner is at work',
};

/** What came of a learner's trial, as something that has to be true of an exercise. */
export function claimOfTrial({ report, exitCode, words }: TrialEnd, durationMs: number): Claim {
  const claim = { title: TITLE, durationMs };
  if (report === undefined && exitCode === USAGE) return { ...claim, problem: words };
  if (report === undefined) {
    const outcome = WITHOUT_REPORT[exitCode ?? 0] ?? `it ended with exit code ${exitCode}`;
    return { ...claim, unknown: `${outcome}, which ${SAYS_NOTHING}: ${words}` };
  }
  const { outcome, summary } = report.meta;
  if (outcome === 'passed') return claim;
  if (outcome === 'docs_gap') return { ...claim, problem: gapsOf(report) };
  return { ...claim, unknown: `${outcome}, which ${SAYS_NOTHING}: ${summary}` };
}

/** Of an exercise that does not hold by itself: a trial would cost money and show the same. */
export function claimOfNoTrial(): Claim {
  return { title: TITLE, unknown: 'not tried, because not everything above is true' };
}

function gapsOf({ meta, gaps }: NonNullable<TrialEnd['report']>): string {
  const lines = gaps.map(({ title, problem, location: { line } }) => {
    const place = line === null ? meta.tutorial : `${meta.tutorial}:${line}`;
    return `${place}: ${title}${problem === '' || problem === title ? '' : ` (${problem})`}`;
  });
  return [`docs_gap: ${meta.summary}`, ...lines].join('\n').replaceAll(CONTROLS, ' ');
}

/** Of models and commands: no control code of theirs reaches the terminal. */
const CONTROLS = /(?!\n)\p{Cc}/gu;
