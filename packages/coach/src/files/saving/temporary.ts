import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LEFTOVER_AFTER_MS } from '../limits.js';
import { ifPossible, systemCode } from '../system.js';

/**
 * Names of files that are being written; neither the tree nor the watcher shows them. They say who writes them: a
 * process, and which of all that had its number. Earlier versions have named none.
 */
const TEMPORARY = /^\.af-save-(?:(\d{1,10})-)?([0-9a-f]{8})[0-9a-f]{8}\.tmp$/;
/** In a container, every daemon may have the same number. */
const THIS_RUN = randomBytes(4).toString('hex');

export function temporaryName(): string {
  return `.af-save-${process.pid}-${THIS_RUN}${randomBytes(4).toString('hex')}.tmp`;
}

export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}

/**
 * Removes the half-written files that a crash has left in a folder, as far as the system lets us. Whether that was all:
 * of some, it is known only later that nobody writes them any more.
 */
export async function removeLeftovers(folder: string, now = Date.now()): Promise<boolean> {
  const names = ((await ifPossible(readdir(folder))) ?? []).filter(isTemporaryName);
  let isAll = true;
  for (const name of names) {
    const path = join(folder, name);
    const found = await ifPossible(lstat(path));
    if (found === undefined || writerOf(name) === 'this') continue;
    const isOld = now - found.mtimeMs > LEFTOVER_AFTER_MS;
    if (isOld || writerOf(name) === 'gone') await ifPossible(rm(path, { force: true }));
    else isAll = false;
  }
  return isAll;
}

function writerOf(name: string): 'this' | 'gone' | 'perhaps another' {
  const [, pid, run] = TEMPORARY.exec(name) ?? [];
  if (pid === undefined) return 'perhaps another';
  if (Number(pid) === process.pid) return run === THIS_RUN ? 'this' : 'gone';
  return isRunning(Number(pid)) ? 'perhaps another' : 'gone';
}

/** Whether any process has this number: also one of another user, which we may not signal. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}
