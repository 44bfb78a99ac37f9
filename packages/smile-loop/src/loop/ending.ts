import type { MentorResult, StudentResult } from '../contract/agents.js';
import { SmileError } from '../contract/errors.js';
import type { Outcome } from '../contract/outcomes.js';
import type { EndEvent } from './machine.js';

/** An event that may end the loop in every phase, thrown from wherever it happens. */
export type AnywhereEvent =
  | 'time_spent'
  | 'budget_spent'
  | 'infra_failed'
  | 'setup_failed'
  | 'harness_failed'
  | 'stopped';

/** Ends the loop. It is no failure of this program: whoever drives the loop makes it its result. */
export class Ending extends Error {
  override readonly name = 'Ending';
  readonly event: AnywhereEvent;
  /** Stable, for the result. */
  readonly code: string;

  constructor(event: AnywhereEvent, code: string, message: string) {
    super(message);
    this.event = event;
    this.code = code;
  }
}

/** What an error of an agent's engine makes of the loop. */
const BY_OUTCOME: Readonly<Record<Outcome, AnywhereEvent>> = {
  infra_error: 'setup_failed',
  harness_error: 'harness_failed',
  budget_exhausted: 'budget_spent',
  agent_refusal: 'harness_failed',
  docs_gap: 'harness_failed',
  passed: 'harness_failed',
};

function endingOf({ outcome, code, message }: SmileError): Ending {
  return new Ending(BY_OUTCOME[outcome], code, message);
}

type Failed = Extract<StudentResult | MentorResult, { kind: 'failed' }>;

/** What an agent's failure makes of the loop, after it was tried again where that may have helped. */
export function endingOfFailed({ code, message, transient }: Failed): Ending {
  if (code === 'budget_spent') return new Ending('budget_spent', code, message);
  return new Ending(transient ? 'infra_failed' : 'setup_failed', code, message);
}

/** Rethrows an expected error as the ending it is; bugs go on. */
export function asEnding(error: unknown): never {
  throw error instanceof SmileError ? endingOf(error) : error;
}

/** One sentence for each way to end that has no words of its own. */
export const SUMMARIES: Readonly<Partial<Record<EndEvent, string>>> = {
  checks_passed: 'The student completed the tutorial.',
  iterations_spent: 'The student did not complete the tutorial within the allowed iterations.',
  time_spent: 'The time for this run was used up before the student completed the tutorial.',
  budget_spent: 'The budget for this run was used up before the student completed the tutorial.',
  stopped: 'The run was stopped.',
};
