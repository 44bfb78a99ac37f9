import type { StudentResult } from '../contract/agents.js';

type FailureCode = Extract<StudentResult, { kind: 'failed' }>['code'];
export interface Failure {
  readonly kind: 'failed';
  readonly code: FailureCode;
  readonly message: string;
  /** Whether trying again may help. */
  readonly transient: boolean;
}

/** Characters of a message that are told. */
const MAX_MESSAGE = 4000;

interface FailureRule {
  readonly says: RegExp;
  readonly code: FailureCode;
  readonly transient: boolean;
}

/** In the words of the three vendors, their CLIs and Node; the first that fits counts. */
const RULES: readonly FailureRule[] = [
  { says: /budget[_ ]spent|budget of this run/i, code: 'budget_spent', transient: false },
  {
    says: /insufficient_quota|credit balance is too low|exceeded your current quota|billing_hard_limit/i,
    code: 'rate_limited',
    transient: false,
  },
  {
    says: /\b429\b|rate.?limit|too many requests|RESOURCE_EXHAUSTED|\b529\b|overloaded|at capacity/i,
    code: 'rate_limited',
    transient: true,
  },
  {
    says: /\b401\b|\b403\b|unauthori[sz]ed|authentication|invalid (?:x-)?api.?key|not (?:logged|signed) in|permission_error|API_KEY_INVALID/i,
    code: 'not_signed_in',
    transient: false,
  },
  {
    says: /ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|socket hang up|fetch failed|connection error|stream disconnected|error sending request|network error|request timed out|unable to connect/i,
    code: 'model_unreachable',
    transient: true,
  },
  {
    says: /\b50[0234]\b|internal server error|bad gateway|service unavailable|UNAVAILABLE|api_error|server_error/i,
    code: 'model_unreachable',
    transient: true,
  },
];

/** What a failed turn came to. `code` is the CLI driver's own. */
export function classifyFailure(message: string, code?: string): Failure {
  const told = message.slice(0, MAX_MESSAGE);
  const rule = RULES.find(({ says }) => says.test(message));
  if (rule !== undefined) return { kind: 'failed', code: rule.code, message: told, transient: rule.transient };
  const isSignIn = code === 'not_signed_in';
  return { kind: 'failed', code: isSignIn ? 'not_signed_in' : 'cli_failed', message: told, transient: false };
}
