import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pipeline, Readable, type Writable } from 'node:stream';
import type { CommandOptions, StartFailure } from './command.js';
import { requireRoomForProcess } from './room-for-process.js';

export type StartedProcess = ChildProcessByStdio<Writable | null, Readable, Readable> & { pid: number };

const FAILURES: Record<string, StartFailure> = { ENOENT: 'not_found', ENOTDIR: 'not_found', EACCES: 'not_executable' };

/**
 * Starts a program as the leader of its own process group, or says why it could not be started. With `stdin` and no
 * `input`, its input stays open.
 */
export async function startProcess(
  file: string,
  args: readonly string[],
  options: Pick<CommandOptions, 'cwd' | 'env' | 'input'> & { readonly stdin?: 'pipe' },
): Promise<StartedProcess | StartFailure> {
  try {
    const stdin = options.input === undefined ? (options.stdin ?? 'ignore') : 'pipe';
    requireRoomForProcess();
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: options.env,
      detached: true,
      stdio: [stdin, 'pipe', 'pipe'],
    });
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    if (options.input !== undefined && child.stdin !== null) feed(child.stdin, options.input);
    return child as StartedProcess;
  } catch (error) {
    return startFailure(error);
  }
}

function feed(stdin: Writable, input: string | Readable): void {
  // A program may end, or close its stdin, without having read everything. That is not an error.
  pipeline(typeof input === 'string' ? Readable.from([input]) : input, stdin, () => undefined);
}

/** System errors are expected. Anything else, such as an argument with a NUL byte, is a bug in the caller. */
function startFailure(error: unknown): StartFailure {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (errno === undefined) throw error;
  return FAILURES[code ?? ''] ?? 'failed_to_start';
}
