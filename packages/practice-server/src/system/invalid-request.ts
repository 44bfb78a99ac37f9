import { PracticeError } from '@agent-factory/protocol';

/** The error of a request that is not what its schema asks for; `issues` are the first things that are wrong. */
export function invalidRequest(issues: readonly string[]): PracticeError {
  return new PracticeError('invalid_request', `The request is not valid: ${issues.join('; ')}.`, { issues });
}
