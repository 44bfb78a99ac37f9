import { PracticeError } from '@agent-factory/protocol';

/** The error for a request that does not match its schema; `issues` are the first things that are wrong. */
export function invalidRequest(issues: readonly string[]): PracticeError {
  return new PracticeError('invalid_request', `The request is not valid: ${issues.join('; ')}.`, { issues });
}
