import { spawn } from 'node:child_process';
import { signal } from '../machine/processes.js';

export interface CommandOptions {
  readonly cwd: string;
  /** Laid over our own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** After this many milliseconds it is ended, with all that it has started. */
  readonly withinMs: number;
  readonly stop: AbortSignal;
  /** What it prints, as it comes. */
  readonly onOutput?: (text: string) => void;
}

/** How a command ended. `exitCode` is undefined if it was ended by a signal, or by us since it took too long. */
export interface Ended {
  readonly exitCode: number | undefined;
  /** What it printed, the end of it. */
  readonly output: string;
}

const KEPT_CHARACTERS = 20_000;
/** A runner that is asked to end closes what its tests have started; this long, in milliseconds. */
const GRACE_MS = 10_000;

/** Runs a command in a process group of its own. Rejects if it cannot be started, or when `stop` is aborted. */
export async function runCommand(program: string, args: readonly string[], options: CommandOptions): Promise<Ended> {
  const { cwd, env, withinMs, stop, onOutput } = options;
  stop.throwIfAborted();
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_CHARACTERS);
      onOutput?.(text);
    });
  }
  const group = new AbortController();
  const end = () => endGroup(child.pid, group.signal);
  const late = setTimeout(end, withinMs);
  stop.addEventListener('abort', end);
  try {
    const exitCode = await new Promise<number | undefined>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? undefined));
    });
    stop.throwIfAborted();
    return { exitCode, output };
  } finally {
    clearTimeout(late);
    stop.removeEventListener('abort', end);
    group.abort();
    // What it has left behind, or what holds its pipes.
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  }
}

function endGroup(pid: number | undefined, ended: AbortSignal): void {
  if (pid === undefined) return;
  signalGroup(pid, 'SIGTERM');
  const hard = setTimeout(signalGroup, GRACE_MS, pid, 'SIGKILL');
  ended.addEventListener('abort', () => clearTimeout(hard));
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  signal(-pid, name);
}
