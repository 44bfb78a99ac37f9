import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a process runs. One that ended and that nobody waited for yet (it may take its parent seconds) does not. */
export async function isRunning(pid: number): Promise<boolean> {
  if (!signal(pid, 0)) return false;
  return process.platform !== 'linux' || !/^[ZX]/.test((await statFields(pid))[0] ?? 'X');
}

/** Sends a signal; false when there is no such process any more. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Everything that was started below a process, parents before their children. */
export async function descendants(root: number): Promise<number[]> {
  const parents = await parentOfEveryProcess();
  const found = [root];
  for (const parent of found) {
    for (const [pid, ppid] of parents) if (ppid === parent) found.push(pid);
  }
  return found.slice(1);
}

async function parentOfEveryProcess(): Promise<Map<number, number>> {
  return process.platform === 'linux' ? parentsFromProc() : parentsFromPs();
}

async function parentsFromProc(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const pairs = await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const));
  return new Map(pairs);
}

/** 0 for a process that ended meanwhile. */
async function parentOf(pid: number): Promise<number> {
  return Number((await statFields(pid))[1] ?? 0);
}

/** State, parent and so on; nothing for a process that ended. The name before them, in brackets, may hold spaces. */
export async function statFields(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function parentsFromPs(): Promise<Map<number, number>> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return new Map(rows.map(([pid = 0, ppid = 0]) => [pid, ppid]));
}

/** The processes whose environment holds this setting, such as `HOME=<a throw-away home>`: whatever a test left behind. */
export async function processesWith(setting: string): Promise<number[]> {
  return process.platform === 'linux' ? processesWithOnLinux(setting) : processesWithFromPs(setting);
}

async function processesWithOnLinux(setting: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // Processes of other users, and those that ended meanwhile, cannot be read and are not ours.
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')));
  return pids.filter((_, n) => environments[n]?.split('\0').includes(setting)).map(Number);
}

async function processesWithFromPs(setting: string): Promise<number[]> {
  const { stdout } = await run('ps', ['axeww', '-o', 'pid=,command='], { maxBuffer: 64 * 1024 * 1024 });
  const lines = stdout.split('\n').filter((line) => line.split(' ').includes(setting));
  return lines.map((line) => Number.parseInt(line, 10));
}
