import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { setTimeout as delay, setImmediate as letOthersRun } from 'node:timers/promises';

/** Linux's folder of all processes. macOS has none. */
const PROC = '/proc';

/** Read without a pause, which takes some milliseconds: in a pause one could start another and end. */
const AT_ONCE = 500;
/** More than most command lines and environments. Node's own reading takes 64 KB for each file. */
const READ_BYTES = 8192;

/** One that reads from a disk is between such waits after the first of these. */
const STUCK_LOOKS = 4;
const STUCK_LOOK_MS = 5;

/** Codes of a look at a process that ended meanwhile, or is none of ours. Any other means that we could not look. */
const NOT_OURS = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM']);

/** A file in the folder of each process: a text with a NUL behind each part, or a line. */
export type ProcessFile = 'cmdline' | 'environ' | 'stat';

/** Ids of all processes but our own, as /proc names them; none where there is no /proc. */
export function processIds(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync(PROC).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
}

/** Those that are this user's. Throws the system's error where it could not look. */
export function ownProcesses(ids: readonly string[]): string[] {
  const us = process.getuid?.();
  return ids.filter((id) => unlessNotOurs(() => statSync(`${PROC}/${id}`).uid) === us);
}

/**
 * What each process has in this file, in their order: nothing of one that has ended, that we may not look into or that
 * is stuck. Rejects with the system's error where it could not look.
 *
 * The kernel makes these texts up as they are read, which takes microseconds: another thread would take longer to be
 * asked, and to ask it for all at once would take a descriptor each.
 */
export async function readProcesses(ids: readonly string[], file: ProcessFile): Promise<string[]> {
  const texts: string[] = [];
  for (const id of ids) {
    texts.push(file === 'stat' || !(await isStuck(id)) ? readProcess(id, file) : '');
    if (texts.length % AT_ONCE === 0) await letOthersRun();
  }
  return texts;
}

/**
 * Whether a process waits in the kernel (D) and goes on doing so, as for a drive that is gone: whoever reads its memory,
 * where these texts are, may wait with it for ever.
 */
async function isStuck(id: string): Promise<boolean> {
  for (let look = 0; look < STUCK_LOOKS; look += 1) {
    if (statFields(readProcess(id, 'stat'))[0] !== 'D') return false;
    await delay(STUCK_LOOK_MS);
  }
  return true;
}

/** The same of one, at once. */
export function readProcess(id: string, file: ProcessFile): string {
  return unlessNotOurs(() => readWhole(`${PROC}/${id}/${file}`)) ?? '';
}

/** State, parent, group and so on of what a `stat` holds: "pid (name) state …"; the name may hold anything, parentheses too. */
export function statFields(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Of all reading: it is done with before anything else happens. */
const buffer = Buffer.allocUnsafeSlow(READ_BYTES);

function readWhole(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    const pieces: Buffer[] = [];
    for (;;) {
      const bytesRead = readSync(descriptor, buffer, 0, READ_BYTES, null);
      if (bytesRead === 0) return Buffer.concat(pieces).toString();
      pieces.push(Buffer.from(buffer.subarray(0, bytesRead)));
    }
  } finally {
    closeSync(descriptor);
  }
}

function unlessNotOurs<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (NOT_OURS.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
