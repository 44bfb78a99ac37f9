import type { Readable } from 'node:stream';

/** How to run a command. All its limits are required. */
export interface CommandOptions {
  cwd?: string | undefined;
  /** The whole environment: nothing is inherited. */
  env: Record<string, string>;
  timeoutMs: number;
  /** The limit for stdout and stderr together. */
  maxOutputBytes: number;
  /**
   * Written to stdin, which is then closed. Without it, stdin is empty from the start. A stream is read
   * as fast as the command reads, and destroyed if the command ends first.
   */
  input?: string | Readable | undefined;
  /** Ends the command and everything it started. */
  signal?: AbortSignal | undefined;
  /**
   * Also ends processes that made their own session, by AF_PRACTICE_RUN in their environment. For commands
   * that must leave nothing behind; not for a program that starts a service, such as tmux or a browser.
   */
  endEscaped?: boolean | undefined;
  /** Called with each line of stdout as it arrives, without its line end. If it throws, the call ends and rejects. */
  onStdoutLine?: ((line: string) => void) | undefined;
  /** Takes the bytes of stdout as they arrive; they are then neither kept nor counted. If it throws, as above. */
  onStdout?: ((chunk: Buffer) => void) | undefined;
}

/** Why a command never ran. A missing working directory counts as `not_found`, too. */
export type StartFailure = 'not_found' | 'not_executable' | 'failed_to_start';

/** How a command went: independent facts, several of which can hold at once. */
export interface CommandResult {
  /** Null if a signal ended it, or if it never started. */
  exitCode: number | null;
  signal: string | null;
  /** UTF-8; invalid bytes become U+FFFD. Cut at the output limit. */
  stdout: string;
  stderr: string;
  durationMs: number;
  timedOut: boolean;
  outputExceeded: boolean;
  aborted: boolean;
  failure?: StartFailure;
}
