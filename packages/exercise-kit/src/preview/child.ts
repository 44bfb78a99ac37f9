import { runCommand } from '@agent-factory/subprocess';
import { KitError } from '../kit-error.js';

/** A preview may last as long as its author works. */
const TIMEOUT_MS = Number.POSITIVE_INFINITY;
/** Days of a talkative server. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
/** Both streams as one, in the order in which they were written. */
const ONE_STREAM = ['-c', 'exec "$@" 2>&1', 'sh'];

export interface ChildOptions {
  /** As it is named in messages. */
  name: string;
  command: readonly string[];
  cwd: string;
  env: Record<string, string>;
  onLine: (line: string) => void;
  /** Ends it, with everything it started. */
  signal: AbortSignal;
}

/** Runs a server. Resolves when the signal has ended it; rejects with what it said last when it ends by itself. */
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
    throw new KitError(`${name} ended by itself (exit code ${result.exitCode}):\n${last.join('\n')}`);
}
