import { type Clock, sleep } from './clock.js';

/** How often something is tried, and how long is waited between, in milliseconds. */
export interface RetryPolicy {
  readonly tries: number;
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * A model that is overloaded or counts calls a minute is free again within one: the waits of 2, 4, 8, 16 and 30 seconds
 * together are just that. Without chance in them, because one loop runs at a time: there is no crowd to spread.
 */
export const MODEL_RETRY: RetryPolicy = { tries: 6, firstMs: 2000, maxMs: 30_000 };

/** The wait after the try with this number, from 1. */
export function waitAfter(attempt: number, { firstMs, maxMs }: RetryPolicy): number {
  return Math.min(maxMs, firstMs * 2 ** (attempt - 1));
}

export interface Retrying<T> {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Whether another try may help. */
  readonly isTransient: (result: T) => boolean;
  /** Told before each wait. */
  readonly onWait?: (result: T, waitMs: number) => void | Promise<void>;
}

/** Tries until the result is not transient, or the tries are used up: then the last result. Errors pass through. */
export async function retry<T>(attempt: () => Promise<T>, options: Retrying<T>): Promise<T> {
  const { policy, clock, signal, isTransient, onWait } = options;
  for (let tried = 1; ; tried += 1) {
    const result = await attempt();
    if (!isTransient(result) || tried >= policy.tries) return result;
    const waitMs = waitAfter(tried, policy);
    await onWait?.(result, waitMs);
    await sleep(clock, waitMs, signal);
  }
}
