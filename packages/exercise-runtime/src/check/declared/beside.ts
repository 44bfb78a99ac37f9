import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Work that is not done by then never will be, also on a machine that does much else: a pattern this slow takes twice
 * as long with every character.
 */
const TIMEOUT_MS = 4000;

/**
 * In texts up to this length, in characters, any search takes a few milliseconds at most. A worker
 * takes thirty to start.
 */
export const SHORT_TEXT_LENGTH = 16 * 1024;

/**
 * Runs a program in a worker, because it would block the daemon, and resolves to what the program posts;
 * undefined if it takes too long, or more memory than the engine has. The program is text rather than a
 * file, because a bundle has no other files. It reads `data`, answers with `post`, and has
 * `unixLines` for texts.
 */
export async function beside<T>(program: string, data: unknown, signal?: AbortSignal): Promise<T | undefined> {
  const worker = new Worker(`${HEAD}${program}`, { eval: true, workerData: data });
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const end = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const [answer] = await once(worker, 'message', { signal: end });
    return answer as T;
  } catch {
    // Too slow or too large, unless the caller has aborted it.
    signal?.throwIfAborted();
    return undefined;
  } finally {
    await worker.terminate();
  }
}

// `replaceAll` takes five times as long where there are a million line ends.
const HEAD = `const { parentPort, workerData: data } = require('node:worker_threads');
const post = (answer) => parentPort.postMessage(answer);
const unixLines = (text) => text.split('\\r\\n').join('\\n');
`;
