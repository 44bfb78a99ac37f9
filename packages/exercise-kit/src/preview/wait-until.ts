import { setTimeout as sleep } from 'node:timers/promises';
import { KitError } from '../kit-error.js';

const POLL_MS = 100;
/** Long enough for a first build of the site on a busy machine. */
const READY_WITHIN_MS = 180_000;

/**
 * Polls until there is an answer, and resolves to it; undefined if the signal comes first. Throws KitError
 * with the message if there is none in time.
 */
export async function waitUntil<T>(
  look: () => Promise<T | undefined>,
  late: string,
  signal: AbortSignal,
): Promise<T | undefined> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!signal.aborted) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new KitError(late);
    await sleep(POLL_MS, undefined, { signal }).catch(() => {}); // the loop checks the signal next
  }
  return undefined;
}
