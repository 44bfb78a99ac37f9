import { makeMark, withMark } from '../processes/mark.js';
import type { CommandOptions, StartFailure } from './command.js';
import { startProcess } from './start.js';
import { type Ending, supervise } from './supervise.js';

/** How to run a program that is talked to while it runs. */
export interface PipedOptions extends Pick<CommandOptions, 'cwd' | 'env' | 'timeoutMs' | 'signal' | 'endEscaped'> {
  /**
   * Called with what arrives, as it was cut by the pipe. It must not throw. Nothing more is read until the promise
   * resolves, where it returns one; the program waits as soon as the pipe is full. It must not reject.
   */
  onStdout(chunk: Buffer): Promise<void> | undefined;
  onStderr(chunk: Buffer): undefined;
}

/** A running program with its three streams. */
export interface PipedProcess {
  readonly pid: number;
  /** What it does not read waits in memory. After its end, nothing happens. */
  write(text: string): void;
  /** Tells it that nothing more will come. */
  closeInput(): void;
  /** Ends it and everything it started: politely, then by force. Resolves with `ended`; safe to call twice. */
  end(): Promise<Ending>;
  /** Resolves when nothing of it is left and all its output was delivered. Never rejects. */
  readonly ended: Promise<Ending>;
}

/** Starts a program to talk to, as `runCommand` starts one to wait for: in its own process group, with its limits. */
export async function startPiped(
  file: string,
  args: readonly string[],
  options: PipedOptions,
): Promise<PipedProcess | StartFailure> {
  const mark = options.endEscaped === true ? makeMark() : undefined;
  const env = withMark(options.env, mark);
  const child = await startProcess(file, args, { cwd: options.cwd, env, stdin: 'pipe' });
  if (typeof child === 'string') return child;
  // It may end, or close its input, without having read everything. That is not an error.
  child.stdin?.on('error', () => undefined);
  const own = new AbortController();
  const signal = options.signal === undefined ? own.signal : AbortSignal.any([own.signal, options.signal]);
  const output = {
    stopped: false,
    add: (stream: 'stdout' | 'stderr', chunk: Buffer) =>
      stream === 'stdout' ? options.onStdout(chunk) : options.onStderr(chunk),
  };
  const ended = supervise({ child, mark }, output, { timeoutMs: options.timeoutMs, signal });
  return {
    pid: child.pid,
    write: (text) => void child.stdin?.write(text),
    closeInput: () => void child.stdin?.end(),
    end() {
      own.abort();
      return ended;
    },
    ended,
  };
}
