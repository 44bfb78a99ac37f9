import { CHECK_ERRORS, type CheckErrorCode, type Criterion, type VerificationResult } from '@agent-factory/protocol';
import { tail } from '../tail.js';

/** How much of the end of a check's other output is kept. */
const REPORTED_OUTPUT_BYTES = 4 * 1024;

/** What a check found out, including whatever it judged before it was stopped. */
export interface CheckFacts {
  criteria: Criterion[];
  durationMs: number;
  output?: string;
}

/** The work was judged. It is complete if it passes every criterion. */
export function judged(facts: CheckFacts): VerificationResult {
  const complete = facts.criteria.every(({ status }) => status === 'passed');
  return { complete, status: complete ? 'passed' : 'failed', ...described(facts) };
}

/** The work could not be judged, which is never the student's fault. */
export function notJudged(code: CheckErrorCode, facts: CheckFacts, detail?: string): VerificationResult {
  const message = detail === undefined ? CHECK_ERRORS[code] : `${CHECK_ERRORS[code]} (${detail})`;
  const status = code === 'check_timeout' ? 'timeout' : 'error';
  return { complete: false, status, ...described(facts), error: { code, message } };
}

function described({ criteria, durationMs, output }: CheckFacts): Omit<VerificationResult, 'complete' | 'status'> {
  const end = tail(output ?? '', REPORTED_OUTPUT_BYTES);
  return { criteria, durationMs, ...(end !== '' && { output: end }) };
}
