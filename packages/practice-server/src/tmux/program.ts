import type { Readable } from 'node:stream';
import type { SessionId } from '@agent-factory/protocol';
import { type CommandResult, runCommand } from '@agent-factory/subprocess';
import type { Sockets } from './servers/sockets.js';

/** tmux answers in milliseconds; a minute under heavy load is a tmux that hangs. */
export const TMUX_TIMEOUT_MS = 10_000;
export const MAX_TMUX_OUTPUT_BYTES = 4 * 1024 * 1024;

export interface TmuxProgramOptions {
  readonly configPath: string;
  /** Environment of every session, already reduced to the safelist. */
  readonly environment: Record<string, string>;
}

export interface RunLimits {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxOutputBytes?: number;
  readonly input?: Readable;
  /** Takes what tmux prints, of which nothing is kept then. */
  readonly onStdout?: (piece: Buffer) => void;
  /** Environment variables besides those of every session: what starts a server gives them to its session. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** Runs tmux for one session at a time. Each argument is passed as a separate value: no shell reads them. */
export class TmuxProgram {
  readonly #options: TmuxProgramOptions;
  readonly #sockets: Sockets;

  constructor(options: TmuxProgramOptions, sockets: Sockets) {
    this.#options = options;
    this.#sockets = sockets;
  }

  /** The arguments that every command for this session starts with. */
  args(sessionId: SessionId): string[] {
    return ['-u', ...this.#sockets.of(sessionId).args, '-f', this.#options.configPath];
  }

  /** The exit code is null if tmux did not answer: one that hangs is killed by us, and would then report success. */
  async run(
    sessionId: SessionId,
    args: readonly string[],
    { variables, ...more }: RunLimits = {},
  ): Promise<CommandResult> {
    this.#sockets.requireSafe(sessionId);
    const result = await runCommand('tmux', [...this.args(sessionId), ...args], {
      env: { ...this.#options.environment, ...variables },
      timeoutMs: TMUX_TIMEOUT_MS,
      maxOutputBytes: MAX_TMUX_OUTPUT_BYTES,
      ...more,
    });
    return result.timedOut || result.aborted ? { ...result, exitCode: null } : result;
  }
}
