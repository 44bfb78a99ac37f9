import { setTimeout as delay } from 'node:timers/promises';
import {
  ownProcesses,
  processIds,
  readProcess,
  readProcesses,
  runCommand,
  statFields,
} from '@agent-factory/subprocess';
import { EXIT_CHANNEL } from './session-program.js';

const LOOK_EVERY_MS = 5;
const PS_TIMEOUT_MS = 2000;
/** Enough for a long list of processes with long command lines. */
const MAX_PS_BYTES = 4 * 1024 * 1024;

/**
 * The tmux server that was started with this socket on its command line (its path, or its name as `-L`
 * takes it), whether or not the socket is still there: a file can be deleted under a live server. The
 * server keeps the command line of the `new-session` that started it; clients have others. Undefined if
 * there is none. Rejects with the system's error if it could not look.
 */
export async function serverOn(socket: string): Promise<number | undefined> {
  return (await tmuxProcesses(socket, ' new-session '))[0];
}

/** The clients that wait on this socket for an agent to end. In the server's own command line, no channel follows. */
export function waitersOn(socket: string): Promise<number[]> {
  return tmuxProcesses(socket, ` wait-for ${EXIT_CHANNEL}`);
}

async function tmuxProcesses(socket: string, command: string): Promise<number[]> {
  const processes = process.platform === 'linux' ? await linuxProcesses() : await psProcesses();
  const ours = processes.filter(({ words }) => words.startsWith('tmux ') && words.includes(` ${socket} `));
  return ours.filter(({ words }) => words.includes(command)).map(({ pid }) => pid);
}

/** Resolves to whether the process ends in time. It polls: the end of a process that is not a child has no event. */
export async function processEnds(pid: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (isRunning(pid)) {
    if (performance.now() > deadline) return false;
    await delay(LOOK_EVERY_MS);
  }
  return true;
}

/** False if the process is already gone. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** A zombie does not count: in a container, its parent may never collect it. */
function isRunning(pid: number): boolean {
  if (!signal(pid, 0)) return false;
  // If there is nothing to read (macOS), the signal's answer counts.
  return statFields(statOf(pid))[0] !== 'Z';
}

function statOf(pid: number): string {
  try {
    return readProcess(String(pid), 'stat');
  } catch {
    return '';
  }
}

interface RunningProcess {
  readonly pid: number;
  /** With a space after each argument. */
  readonly words: string;
}

async function linuxProcesses(): Promise<RunningProcess[]> {
  const ids = ownProcesses(processIds());
  const lines = await readProcesses(ids, 'cmdline');
  return ids.map((id, index) => ({ pid: Number(id), words: (lines[index] ?? '').replaceAll('\0', ' ') }));
}

/** For systems without /proc (macOS); `-x` alone shows this user's processes. */
async function psProcesses(): Promise<RunningProcess[]> {
  const limits = { env: { PATH: '/bin:/usr/bin' }, timeoutMs: PS_TIMEOUT_MS, maxOutputBytes: MAX_PS_BYTES };
  const { stdout, exitCode, outputExceeded } = await runCommand('ps', ['-xww', '-o', 'pid=,command='], limits);
  if (exitCode !== 0 || outputExceeded) throw new Error('ps does not list the processes');
  return stdout.split('\n').map((line) => {
    const [, pid = '', command = ''] = /^ *(\d+) (.*)$/.exec(line) ?? [];
    return { pid: Number(pid), words: `${command} ` };
  });
}
