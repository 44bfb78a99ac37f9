import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What `ps` may take, in milliseconds: it answers within ten. */
const PS_LIMIT_MS = 5000;

/**
 * When a process began, as a text that no other process with the same id has; undefined when there is none, or it has
 * ended and only waits for its parent.
 */
export function processStart(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
}

/** proc(5): after the name in parentheses, which may hold anything, field 3 is the state and field 22 the start. */
async function startOnLinux(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Counted in ticks since the machine started, so the id of that start belongs to it.
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    return state === 'Z' || state === 'X' ? undefined : `${boot}:${rest[18]}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

/** `ps` ends with 1 when there is no such process. */
async function startByPs(pid: number): Promise<string | undefined> {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)], { env, timeout: PS_LIMIT_MS });
    return stdout.trim() || undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code === 1) return undefined;
    throw error;
  }
}
