import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { setTimeout as delay, setImmediate as letOthersRun } from 'node:timers/promises';

/** Linux's folder of all processes. macOS has none. */
const PROC = '/proc';

/** How many are read without a pause, which takes some milliseconds: in a pause, one could start another and end. */
const AT_ONCE = 500;
/** More than most command lines and environments. Node's own reading takes 64 KB for each file. */
const READ_BYTES = 8192;

/** A process that reads from a disk is between two such waits by the second look. */
const STUCK_LOOKS = 4;
const STUCK_LOOK_MS = 5;

/** Where a `stat` has, of the fields behind the name, a process's flags, its memory's size, and its environment's end in it. */
const [FLAGS, MEMORY_SIZE, ENVIRONMENT_END] = [6, 20, 48];
/** Of the flags; PF_KTHREAD in Linux's include/linux/sched.h. */
const KERNEL_THREAD = 0x200000;

/** Error codes for a process that has ended meanwhile, or is not ours. Any other means that we could not look. */
const NOT_OURS = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM']);

/** A file in the folder of each process: text with a NUL after each part, or a line. */
export type ProcessFile = 'cmdline' | 'environ' | 'stat';

/** The ids of all processes but our own, as /proc names them; none if there is no /proc. */
export function processIds(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync(PROC).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
}

/** Those that are this user's. Throws the system's error if it could not look. */
export function ownProcesses(ids: readonly string[]): string[] {
  const us = process.getuid?.();
  return ids.filter((id) => unlessNotOurs(() => statSync(`${PROC}/${id}`).uid) === us);
}

/**
 * What each process has in this file, in the order of the ids: empty for one that has ended, that we may not look into
 * or that is stuck. Rejects with the system's error if it could not look.
 *
 * Read synchronously: the kernel makes these texts as they are read, which takes microseconds. Asking another thread
 * would take longer, and reading all at once would take a descriptor for each.
 */
export function readProcesses(ids: readonly string[], file: ProcessFile): Promise<string[]> {
  return ofEach(ids, async (id) => (file === 'stat' || !(await isStuck(id)) ? readProcess(id, file) : ''));
}

/**
 * What each process had in its environment when its program started, in the order of the ids: empty as above, undefined
 * where that cannot be told just now. Rejects as above.
 */
export function readEnvironments(ids: readonly string[]): Promise<(string | undefined)[]> {
  return ofEach(ids, async (id) => ((await isStuck(id)) ? undefined : readEnvironment(id)));
}

/** What `read` makes of one after the other. */
async function ofEach<T>(ids: readonly string[], read: (id: string) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (const id of ids) {
    found.push(await read(id));
    if (found.length % AT_ONCE === 0) await letOthersRun();
  }
  return found;
}

function readEnvironment(id: string): string | undefined {
  const environment = readProcess(id, 'environ');
  if (environment !== '') return environment;
  // Read again: what was hidden a moment ago may be there by now.
  return hidesEnvironment(id) ? undefined : readProcess(id, 'environ');
}

/**
 * Whether a process waits in the kernel (D) and goes on waiting, as for a drive that is gone: whoever reads its
 * memory, where these texts are, may wait with it for ever. So does a shell until the command that it starts has its own.
 */
async function isStuck(id: string): Promise<boolean> {
  for (let look = 1; ; look += 1) {
    if (statFields(readProcess(id, 'stat'))[0] !== 'D') return false;
    if (look === STUCK_LOOKS) return true;
    await delay(STUCK_LOOK_MS);
  }
}

/** Whether a process is on its way from one program to the next, or about to end: it then shows no environment. */
export function hidesEnvironment(id: string): boolean {
  const fields = statFields(readProcess(id, 'stat'));
  const [state = ''] = fields;
  if ((Number(fields[FLAGS]) & KERNEL_THREAD) !== 0 || ['', 'Z', 'X'].includes(state)) return false;
  if (fields[MEMORY_SIZE] === '0') return true;
  return fields[ENVIRONMENT_END] === '0' && mayRead(`${PROC}/${id}/environ`);
}

/** What one process has in this file, read synchronously. */
export function readProcess(id: string, file: ProcessFile): string {
  return unlessNotOurs(() => readWhole(`${PROC}/${id}/${file}`)) ?? '';
}

/** State, parent, group and so on from a `stat`: "pid (name) state …"; the name may hold anything, even parentheses. */
export function statFields(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Shared by all reads: each is finished with it before anything else happens. */
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

/** A process of ours may have shut itself off for good; it then shows no addresses either. */
function mayRead(path: string): boolean {
  const descriptor = unlessNotOurs(() => openSync(path, 'r'));
  if (descriptor !== undefined) closeSync(descriptor);
  return descriptor !== undefined;
}

function unlessNotOurs<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (NOT_OURS.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
