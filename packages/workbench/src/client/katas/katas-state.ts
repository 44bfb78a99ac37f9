import type { Kata, KataOutline, Review } from '@agent-factory/protocol/mind';

/** What has come of the solution that was handed in last. `failed`: `message` says why, and what to do. */
export type ReviewView =
  | { readonly status: 'asked' }
  | { readonly status: 'answered'; readonly review: Review }
  | { readonly status: 'failed'; readonly message: string };

/** The kata that is worked on. */
export interface OpenKata {
  readonly id: string;
  /** Null until it is there. */
  readonly kata: Kata | null;
  /** Why it is not there, and what to do. */
  readonly problem: string | null;
  readonly review: ReviewView | null;
}

export interface KatasState {
  /** The latest first; empty also where the daemon has none to offer. */
  readonly list: readonly KataOutline[];
  readonly open: OpenKata | null;
}

export const NO_KATAS: KatasState = { list: [], open: null };
