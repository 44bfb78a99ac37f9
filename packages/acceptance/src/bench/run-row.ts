import type { Measured } from './budgets.js';
import { Resources } from './resources.js';
import type { Row } from './row.js';

/** The longest row looks for some two minutes; one that takes more than twice as long hangs. */
const ROW_TIMEOUT_MS = 300_000;

/**
 * Measures one row and closes what it opened. Rejects when it fails, takes longer than five minutes, or is
 * stopped; in each case, everything is closed first.
 */
export async function runRow(row: Row, options: { short: boolean; stop: AbortSignal }): Promise<Measured[]> {
  await using resources = new Resources();
  const timeout = AbortSignal.timeout(ROW_TIMEOUT_MS);
  const measuring = row.measure({ short: options.short, resources });
  return await Promise.race([measuring, aborted(AbortSignal.any([timeout, options.stop]))]);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
