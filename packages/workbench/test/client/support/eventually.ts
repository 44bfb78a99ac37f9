import { vi } from 'vitest';

/** How long anything may take to happen, in milliseconds: other programs have the machine for seconds at times. */
const WAIT_MS = 15_000;

/** Resolves as soon as this no longer throws. Rejects with what it throws when it still does at the end of the time. */
export function eventually<T>(holds: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(holds, { timeout: WAIT_MS, interval: 5 });
}
