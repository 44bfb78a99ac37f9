import { readdir, readFile, readlink } from 'node:fs/promises';
import { platform } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment, runCommand } from '@agent-factory/subprocess';

export interface FoundProcess {
  pid: number;
  /** Name of its program. */
  name: string;
}

/** Milliseconds in which a process that was just ended disappears. */
const DISAPPEARING_MS = 250;
const PS_TIMEOUT_MS = 10_000;
const MAX_PS_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Processes of ours whose environment or working directory names this folder. A process that made a
 * session of its own is no longer in the group of the check, but it still carries the environment.
 */
export async function processesOf(folder: string): Promise<FoundProcess[]> {
  const found = await look(folder);
  if (found.length === 0) return [];
  await sleep(DISAPPEARING_MS);
  return look(folder);
}

export async function endProcesses(processes: readonly FoundProcess[]): Promise<void> {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

function look(folder: string): Promise<FoundProcess[]> {
  return platform() === 'linux' ? lookInProc(folder) : lookByPs(folder);
}

async function lookInProc(folder: string): Promise<FoundProcess[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(
    ids.map(async (id) => {
      // Others' processes cannot be read, and one may end while we look.
      const [environment, cwd, name] = await Promise.all([
        readFile(`/proc/${id}/environ`, 'utf8').catch(() => ''),
        readlink(`/proc/${id}/cwd`).catch(() => ''),
        readFile(`/proc/${id}/comm`, 'utf8').catch(() => ''),
      ]);
      return environment.includes(folder) || cwd.startsWith(folder) ? [{ pid: Number(id), name: name.trim() }] : [];
    }),
  );
  return found.flat();
}

async function lookByPs(folder: string): Promise<FoundProcess[]> {
  const { stdout } = await runCommand('ps', ['-E', '-ww', '-x', '-o', 'pid=,command='], {
    env: childEnvironment(process.env),
    timeoutMs: PS_TIMEOUT_MS,
    maxOutputBytes: MAX_PS_OUTPUT_BYTES,
  });
  return stdout
    .split('\n')
    .filter((line) => line.includes(folder))
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, name = '']) => ({ pid: Number(pid), name }))
    .filter(({ pid }) => pid !== process.pid);
}
