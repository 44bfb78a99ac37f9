/** What came of one part of the dashboard: expected failures are words for the learner that say what to do. */
export type Outcome<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: string }
  /** There was nothing to look for: nobody was asked, and nothing is told. */
  | { readonly kind: 'skipped' };

export const found = <T>(value: T): Outcome<T> => ({ kind: 'found', value });
export const failed = (error: string): Outcome<never> => ({ kind: 'failed', error });
export const SKIPPED: Outcome<never> = { kind: 'skipped' };
