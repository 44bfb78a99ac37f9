import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A pattern that is not through with a file by then never will be: its time doubles with every character. */
const MATCH_TIMEOUT_MS = 2000;

/** Text and not a file of its own, as a bundle has no other files. */
const MATCHER = `const { parentPort, workerData } = require('node:worker_threads');
parentPort.postMessage(new RegExp(workerData.pattern, 'mu').test(workerData.text));`;

/**
 * Whether a text matches a pattern, with the flags \`mu\`; undefined where it cannot be told in time.
 * It runs beside the daemon: a pattern that goes back and forth for ever would stop everything.
 */
export async function matchesPattern(
  pattern: string,
  text: string,
  signal?: AbortSignal,
): Promise<boolean | undefined> {
  const worker = new Worker(MATCHER, { eval: true, workerData: { pattern, text } });
  const timeout = AbortSignal.timeout(MATCH_TIMEOUT_MS);
  try {
    const end = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const [matches] = await once(worker, 'message', { signal: end });
    return matches === true;
  } catch {
    // Too slow, or more than the engine can hold; one that is no longer wanted is told apart here.
    signal?.throwIfAborted();
    return undefined;
  } finally {
    await worker.terminate();
  }
}
