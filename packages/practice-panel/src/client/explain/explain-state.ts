import type { Explanation } from '@agent-factory/protocol/mind';
import type { ClientError } from '../server/outcome.js';
import type { Marked, Refusal } from './marked.js';

/** Why there is no explanation. */
export interface ExplainProblem {
  /** What is wrong and what to do, in words. */
  readonly message: string;
  /** What the coach would do, where nobody can ask a model yet. */
  readonly wouldDo?: string;
  /** Whether the same question may have an answer later. */
  readonly canRetry: boolean;
  /** Whether it is a matter of what the student has chosen for the coach: a key, a budget, a part that is off. */
  readonly isSetting: boolean;
}

export type ExplainState =
  | { readonly status: 'none' }
  | { readonly status: 'asked'; readonly marked: Marked }
  | { readonly status: 'answered'; readonly marked: Marked; readonly answer: Explanation }
  | { readonly status: 'failed'; readonly marked: Marked; readonly problem: ExplainProblem };

/** What there is to see of a question. */
export type ShownExplanation = Exclude<ExplainState, { readonly status: 'none' }>;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  empty: 'Nothing but blanks is marked. Mark some text, then ask again.',
  too_long: 'This is too much to be explained at once. Mark less of it, then ask again.',
};

export function refused(refusal: Refusal): ExplainProblem {
  return { message: REFUSALS[refusal], canRetry: false, isSetting: false };
}

/** Reasons of `model_unavailable` that pass by themselves. */
const IN_PASSING = ['network', 'rate_limited', 'overloaded', 'vendor'];
/** Codes for which another question has to be asked, or none. */
const FOR_GOOD = ['file_unsuitable', 'payload_too_large', 'invalid_request', 'project_not_found', 'model_refused'];

/** `reason` is that of `model_unavailable`. */
export function problemOf(error: ClientError, reason: string | undefined): ExplainProblem {
  const { error: code, message } = error;
  const isSetting = code === 'budget_reached' || (code === 'model_unavailable' && !IN_PASSING.includes(reason ?? ''));
  return { message, isSetting, canRetry: !FOR_GOOD.includes(code) };
}
