import { PracticeError } from '@agent-factory/protocol';
import { type CommandResult, runCommand } from '@agent-factory/subprocess';
import type { Exercise } from './exercise.js';
import { tail } from './tail.js';

/** Five minutes: long enough to install packages over a slow connection. */
const DEFAULT_SETUP_TIMEOUT_MS = 5 * 60_000;
/** An installer may print a lot; one that prints more than this is broken. */
const MAX_SETUP_OUTPUT_BYTES = 8 * 1024 * 1024;
/** How much of the end of the output is reported; the reason is there. */
const REPORTED_OUTPUT_BYTES = 2 * 1024;

export interface SetupOptions {
  workspace: string;
  /** The whole environment of the commands. */
  env: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Milliseconds each command may take. */
  timeoutMs?: number | undefined;
}

/**
 * Runs the set-up commands of an exercise in its workspace, one after the other, and stops at the
 * first that fails.
 *
 * Throws `setup_failed` with `command`, `exitCode` and `output`, `setup_timeout` with `command` and
 * `output`, or the signal's reason if it was aborted.
 */
export async function runSetup(exercise: Exercise, options: SetupOptions): Promise<void> {
  for (const command of exercise.config.workspace.setupCommands) await runSetupCommand(command, options);
}

async function runSetupCommand(command: string, options: SetupOptions): Promise<void> {
  const result = await runCommand('sh', ['-c', command], {
    cwd: options.workspace,
    env: options.env,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? DEFAULT_SETUP_TIMEOUT_MS,
    maxOutputBytes: MAX_SETUP_OUTPUT_BYTES,
    endEscaped: true,
  });
  if (result.aborted) throw options.signal?.reason;
  const output = tail(result.stdout + result.stderr, REPORTED_OUTPUT_BYTES);
  if (result.timedOut) throw setupTimeout(command, output);
  if (result.exitCode !== 0 || result.outputExceeded) throw setupFailed(command, result, output);
}

function setupTimeout(command: string, output: string): PracticeError {
  const message = `A set-up command took too long: ${command}. Check your connection and try again.`;
  return new PracticeError('setup_timeout', message, { command, output });
}

function setupFailed(
  command: string,
  { exitCode, signal, failure, outputExceeded }: CommandResult,
  output: string,
): PracticeError {
  const how = outputExceeded
    ? 'printed too much'
    : (failure ?? (signal ? `ended by ${signal}` : `exit code ${exitCode}`));
  const message = `A set-up command failed: ${command} (${how}). Its output tells why; fix that and try again.`;
  return new PracticeError('setup_failed', message, { command, exitCode, output });
}
