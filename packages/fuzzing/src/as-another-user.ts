import { chownSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** The user of whom every system has one, and who owns nothing. */
const NOBODY = 65534;

/** Whether `asAnotherUser` can be one: a worker thread cannot change its user. */
export const CAN_BE_ANOTHER_USER = process.getuid?.() !== 0 || isMainThread;

/**
 * Does this as a user who may not do everything: as whoever runs the tests or, where that is root, as nobody, to whom
 * `owned` is given first. All of the process is that user meanwhile, so nothing else may go on in it, and what it
 * starts is, too.
 */
export async function asAnotherUser<T>(owned: readonly string[], action: () => Promise<T>): Promise<T> {
  const { setegid, seteuid } = process;
  if (process.getuid?.() !== 0 || setegid === undefined || seteuid === undefined) return action();
  for (const path of owned) chownSync(path, NOBODY, NOBODY);
  setegid(NOBODY);
  seteuid(NOBODY);
  try {
    return await action();
  } finally {
    seteuid(0);
    setegid(0);
  }
}
