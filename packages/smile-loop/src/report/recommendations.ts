import type { Outcome } from '../contract/outcomes.js';
import type { Gap } from '../contract/report.js';
import { rankOf } from './severity.js';

/** What to do where no gap was found. */
const WITHOUT_GAPS: Readonly<Record<Outcome, string>> = {
  passed: 'Nothing has to change: the student completed the tutorial by its text alone.',
  docs_gap: 'Read the timeline: the student did not complete the tutorial, and no line stands out as the cause.',
  budget_exhausted: 'Run it again with more iterations, time or money: this run ended before it could tell.',
  infra_error: 'Mend what failed on the machine or the network, and run it again.',
  harness_error: 'Run it again; if it fails in the same way, report it with the audit log.',
  agent_refusal: 'Run it again with another model, or say in the tutorial why its steps are harmless.',
};

/** What to do, a sentence for each gap: the worst first, then in the order of the text. */
export function recommend(gaps: readonly Gap[], outcome: Outcome): string[] {
  if (gaps.length === 0) return [WITHOUT_GAPS[outcome]];
  return gaps
    .toSorted((a, b) => rankOf(a.severity) - rankOf(b.severity) || a.id - b.id)
    .map(
      ({ id, severity, location, suggestedFix }) => `${placeOf(location)} (gap ${id}, ${severity}): ${suggestedFix}`,
    );
}

function placeOf({ line }: Gap['location']): string {
  return line === null ? 'No line found' : `Line ${line}`;
}
