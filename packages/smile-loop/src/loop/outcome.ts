import type { Iteration } from '../contract/loop-state.js';
import type { Outcome } from '../contract/outcomes.js';
import type { EndEvent } from './machine.js';

interface Rule {
  readonly withoutGaps: Outcome;
  readonly withGaps: Outcome;
}

const always = (outcome: Outcome): Rule => ({ withoutGaps: outcome, withGaps: outcome });

/** What a run says, by how it ended and whether it has shown that the tutorial lacks something. */
export const OUTCOME_RULES: Readonly<Record<EndEvent, Rule>> = {
  checks_passed: { withoutGaps: 'passed', withGaps: 'docs_gap' },
  iterations_spent: { withoutGaps: 'budget_exhausted', withGaps: 'docs_gap' },
  student_cannot: always('docs_gap'),
  mentor_unresolvable: always('docs_gap'),
  student_refused: always('agent_refusal'),
  mentor_refused: always('agent_refusal'),
  time_spent: always('budget_exhausted'),
  budget_spent: always('budget_exhausted'),
  infra_failed: always('infra_error'),
  setup_failed: always('infra_error'),
  harness_failed: always('harness_error'),
  // Who stops a run takes its time away.
  stopped: always('budget_exhausted'),
};

/** Whether a mentor named something that the tutorial lacks. */
function hasClaims(history: readonly Iteration[]): boolean {
  return history.some(({ mentorResult }) => mentorResult?.kind === 'notes' && mentorResult.gap !== undefined);
}

/** Whether a student had more than the text: then the text was not enough, also where the mentor thinks it was. */
function wasHelped(history: readonly Iteration[]): boolean {
  return history.some(({ mentorResult }) => mentorResult?.kind === 'notes');
}

/** Who has followed every step, and fails the checks, was told too little; also where nobody can say what it was. */
function hasFollowed(history: readonly Iteration[]): boolean {
  return history.at(-1)?.verdict?.passed === false;
}

export function outcomeOf(event: EndEvent, history: readonly Iteration[]): Outcome {
  const rule = OUTCOME_RULES[event];
  const hasGaps = event === 'checks_passed' ? wasHelped(history) : hasClaims(history) || hasFollowed(history);
  return hasGaps ? rule.withGaps : rule.withoutGaps;
}
