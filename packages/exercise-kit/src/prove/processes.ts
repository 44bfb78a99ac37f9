import { readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment, processIds, readProcesses, runCommand } from '@agent-factory/subprocess';

export interface FoundProcess {
  pid: number;
  /** The name of its program. */
  name: string;
}

/** Milliseconds within which a process that was just killed disappears. */
const DISAPPEARING_MS = 250;
const PS_TIMEOUT_MS = 10_000;
const MAX_PS_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Finds what was started in a folder. */
export interface ProcessFinder {
  /** What is running now. */
  find(): Promise<FoundProcess[]>;
  /** What is running, and still is a moment later. */
  findLasting(): Promise<FoundProcess[]>;
}

/**
 * Processes of ours whose environment or working directory names this folder. A process that has started
 * its own session is no longer in the check's process group, but it still carries the environment.
 * Create it while the folder is new: it ignores every process that is already running.
 */
export function processesIn(folder: string): ProcessFinder {
  const others = new Set(processIds());
  const find = () => (platform() === 'linux' ? lookInProc(folder, others) : lookByPs(folder));
  return {
    find,
    async findLasting() {
      if ((await find()).length === 0) return [];
      await sleep(DISAPPEARING_MS);
      return find();
    },
  };
}

export function endProcesses(processes: readonly FoundProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited meanwhile.
    }
  }
}

async function lookInProc(folder: string, others: ReadonlySet<string>): Promise<FoundProcess[]> {
  const ids = processIds().filter((id) => !others.has(id));
  const environments = await readProcesses(ids, 'environ');
  return ids
    .filter((id, index) => environments[index]?.includes(folder) || isAt(id, folder))
    .map((id) => ({ pid: Number(id), name: seen(() => readFileSync(`/proc/${id}/comm`, 'utf8')).trim() }));
}

function isAt(id: string, folder: string): boolean {
  return seen(() => readlinkSync(`/proc/${id}/cwd`)).startsWith(folder);
}

/** Empty for a process that exits while we look, and for other users' processes, which cannot be read. */
function seen(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
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
