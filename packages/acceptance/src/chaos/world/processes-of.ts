import { readdir, readFile, readlink } from 'node:fs/promises';
import { descendants, isRunning, processesWith } from '../../machine/processes.js';
import type { World } from './world.js';

/** A process of the student's home, in words for a report. */
export interface HomeProcess {
  readonly pid: number;
  readonly command: string;
  readonly folder: string;
}

/** Everything alive whose environment names the home of this run. */
export async function homeProcesses({ home }: World): Promise<HomeProcess[]> {
  const pids = await processesWith(`HOME=${home.path}`);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim();
      const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      return (await isRunning(pid)) ? [{ pid, command, folder }] : [];
    }),
  );
  return found.flat();
}

/** The daemon, the tmux servers that should live, and all that runs below them. */
export async function rightfulProcesses({ daemons, sessions }: World): Promise<Set<number>> {
  const roots = [daemons.pid, ...sessions.flatMap(({ expected }) => expected?.pid ?? [])].filter((pid) => pid > 0);
  const below = await Promise.all(roots.map(descendants));
  return new Set([...roots, ...below.flat()]);
}

/** What each open descriptor of a process is on: a path, or its kind if it has none. */
export async function openDescriptors(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => 'closed')));
  return targets.map((target) => target.replace(/:\[\d+\]$/, ''));
}
