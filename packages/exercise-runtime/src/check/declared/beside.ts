import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Work that is not done by then never will be: what takes a pattern so long doubles with every character. */
const TIMEOUT_MS = 2000;

/**
 * In texts up to this length, in characters, whatever is looked for is found or not within a few
 * milliseconds. A worker takes thirty to start.
 */
export const SHORT_TEXT_LENGTH = 16 * 1024;

/**
 * Runs a program beside the daemon, which would stand still meanwhile, and gives what the program
 * posts; undefined where it takes too long, or more memory than the engine has. The program is text
 * and no file of its own, as a bundle has no other files. It finds its `data`, and answers by `post`.
 */
export async function beside<T>(program: string, data: unknown, signal?: AbortSignal): Promise<T | undefined> {
  const worker = new Worker(`${HEAD}${program}`, { eval: true, workerData: data });
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const end = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const [answer] = await once(worker, 'message', { signal: end });
    return answer as T;
  } catch {
    // Too slow or too large; one that is no longer wanted is told apart here.
    signal?.throwIfAborted();
    return undefined;
  } finally {
    await worker.terminate();
  }
}

const HEAD = `const { parentPort, workerData: data } = require('node:worker_threads');
const post = (answer) => parentPort.postMessage(answer);
`;
