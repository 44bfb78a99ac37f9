import type { Readable } from 'node:stream';

/** How a command is run. Everything that bounds it has to be given. */
export interface CommandOptions {
  cwd?: string | undefined;
  /** The whole environment: nothing is inherited. */
  env: Record<string, string>;
  timeoutMs: number;
  /** Limit of stdout and stderr together. */
  maxOutputBytes: number;
  /**
   * Written to stdin, which is then closed. Without it stdin is empty from the start. A stream is read
   * as fast as the command reads, and destroyed when the command ends before it.
   */
  input?: string | Readable | undefined;
  /** Ends the command and everything it started. */
  signal?: AbortSignal | undefined;
  /**
   * Ends also what made a session of its own, known by AF_PRACTICE_RUN in its environment. For what
   * may leave nothing behind, and not for a program that starts a service: tmux, a browser.
   */
  endEscaped?: boolean | undefined;
  /** Each line of stdout as it arrives, without its line end. An error it throws ends the command and rejects. */
  onStdoutLine?: ((line: string) => void) | undefined;
}

/** Why a command never ran. A working directory that is not there counts as `not_found` too. */
export type StartFailure = 'not_found' | 'not_executable' | 'failed_to_start';

/** What came of a command: independent facts, several of which can hold at once. */
export interface CommandResult {
  /** Null where a signal ended it or it never started. */
  exitCode: number | null;
  signal: string | null;
  /** UTF-8; bytes that are none become U+FFFD. Cut at the output limit. */
  stdout: string;
  stderr: string;
  durationMs: number;
  timedOut: boolean;
  outputExceeded: boolean;
  aborted: boolean;
  failure?: StartFailure;
}
