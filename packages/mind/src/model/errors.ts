import { PracticeError } from '@agent-factory/protocol';
import { masked } from './masked.js';

/** Characters of what a model says that an error repeats. */
const MAX_QUOTED = 500;

/** Why no model can be asked, as `reason` of `model_unavailable` has it. */
export type UnavailableReason =
  /** What asks is turned off, or models are. */
  | 'off'
  | 'no_key'
  | 'auth'
  | 'network'
  | 'rate_limited'
  | 'overloaded'
  /** Anything else that the vendor, or the CLI, answers. */
  | 'vendor'
  /** Who asked no longer waits. */
  | 'aborted'
  /** What was spent cannot be read, so that nothing may be. */
  | 'storage';

/** The model refuses to answer (spec FR-089); `refusal` in the facts is what it says about it. */
export class ApiRefusalError extends PracticeError {
  constructor(refusal: string) {
    const quoted = masked(refusal.trim()).slice(0, MAX_QUOTED);
    const words = quoted === '' ? 'It gives no reason.' : `It says: ${quoted}`;
    super('model_refused', `The model refuses to answer this. ${words}`, { refusal: quoted });
  }
}

/** The answer was longer than `maxTokens` and is incomplete (spec FR-090). */
export class ApiMaxTokensError extends PracticeError {
  constructor(maxTokens: number) {
    super(
      'model_answer_cut',
      `The model’s answer was longer than the ${maxTokens} tokens that it may have. Ask again, about less at once.`,
      { maxTokens },
    );
  }
}

export function unusable(issues: readonly string[]): PracticeError {
  const message = 'The model has answered something that cannot be used. Ask again; nothing of yours was changed.';
  return new PracticeError('model_answer_unusable', message, { issues: issues.slice(0, 10) });
}

export function unavailable(reason: UnavailableReason, message: string): PracticeError {
  return new PracticeError('model_unavailable', message, { reason });
}

export function shuttingDown(): PracticeError {
  return new PracticeError('shutting_down', 'The practice server is shutting down; ask again once it runs.');
}

const IN_PASSING: ReadonlySet<unknown> = new Set<UnavailableReason>(['network', 'rate_limited', 'overloaded']);

/** Whether the same question may have an answer a moment later (spec D68): the network, 429, 5xx. */
export function isTransient(error: unknown): boolean {
  return error instanceof PracticeError && error.code === 'model_unavailable' && IN_PASSING.has(error.facts.reason);
}
