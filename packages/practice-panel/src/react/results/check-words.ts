import type { CheckState } from '../../client/journey/check-state.js';

/** One line that says how a check stands. */
export function checkSummary(check: CheckState): string {
  switch (check.status) {
    case 'none':
      return '';
    case 'running':
      return 'Checking your work…';
    case 'failed':
      return 'Your work could not be checked';
    case 'done':
      return judgedSummary(check.result);
  }
}

function judgedSummary(result: Extract<CheckState, { status: 'done' }>['result']): string {
  if (result.status === 'error') return 'The check itself has a problem';
  if (result.status === 'timeout') return 'The check took too long';
  const passed = result.criteria.filter((criterion) => criterion.passed).length;
  const total = result.criteria.length;
  return passed === total ? `All ${total} criteria met` : `${passed} of ${total} criteria met`;
}

/** `neutral` if the work was not judged: that is never shown as the student's failure. */
export function checkTone(check: CheckState): 'success' | 'danger' | 'neutral' {
  if (check.status !== 'done') return 'neutral';
  if (check.result.status === 'passed') return 'success';
  return check.result.status === 'failed' ? 'danger' : 'neutral';
}
