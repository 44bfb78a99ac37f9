import { runCommand } from '@agent-factory/subprocess';
import { KitError } from '../kit-error.js';

/** A preview may last as long as its author works. */
const TIMEOUT_MS = Number.POSITIVE_INFINITY;
/** Enough for days of a server that prints a lot. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
/** Merges both streams, in the order in which they were written. */
const ONE_STREAM = ['-c', 'exec "$@" 2>&1', 'sh'];

export interface ChildOptions {
  /** Its name in messages. */
  name: string;
  command: readonly string[];
  cwd: string;
  env: Record<string, string>;
  onLine: (line: string) => void;
  /** Stops it, with everything it started. */
  signal: AbortSignal;
}

/** Runs a server. Resolves when the signal has stopped it; rejects with its last output if it exits by itself. */
export async function runChild({ name, command, cwd, env, onLine, signal }: ChildOptions): Promise<void> {
  const last: string[] = [];
  const result = await runCommand('sh', [...ONE_STREAM, ...command], {
    cwd,
    env,
    signal,
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    onStdoutLine: (line) => {
      last.push(line);
      if (last.length > 20) last.shift();
      onLine(line);
    },
  });
  if (!result.aborted)
    throw new KitError(`${name} exited by itself (exit code ${result.exitCode}):\n${last.join('\n')}`);
}
