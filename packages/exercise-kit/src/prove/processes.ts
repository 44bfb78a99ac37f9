import { readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment, processIds, readProcesses, runCommand } from '@agent-factory/subprocess';

export interface FoundProcess {
  pid: number;
  /** Name of its program. */
  name: string;
}

/** Milliseconds in which a process that was just ended disappears. */
const DISAPPEARING_MS = 250;
const PS_TIMEOUT_MS = 10_000;
const MAX_PS_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Finds what was started in a folder. */
export interface ProcessFinder {
  /** What runs now. */
  find(): Promise<FoundProcess[]>;
  /** What runs, and still does a moment later. */
  findLasting(): Promise<FoundProcess[]>;
}

/**
 * Processes of ours whose environment or working directory names this folder. A process that made a
 * session of its own is no longer in the group of the check, but it still carries the environment.
 * Made while the folder is new: what runs already is none of them, and is not looked at again.
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
      // It has ended by itself meanwhile.
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

/** Nothing, of a process that has ended while we look, and of others' processes, which cannot be read. */
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
