import type { Readable } from 'node:stream';
import type { SessionId } from '@agent-factory/protocol';
import { type CommandResult, runCommand } from '@agent-factory/subprocess';
import type { Sockets } from './servers/sockets.js';

/** tmux answers in milliseconds; a minute under heavy load is a tmux that hangs. */
export const TMUX_TIMEOUT_MS = 10_000;
export const MAX_TMUX_OUTPUT_BYTES = 4 * 1024 * 1024;

export interface TmuxProgramOptions {
  readonly configPath: string;
  /** Environment of every session; already safelisted. */
  readonly environment: Record<string, string>;
}

export interface RunLimits {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxOutputBytes?: number;
  readonly input?: Readable;
}

/** The tmux program, asked about one session at a time. Every argument is a value of its own: no shell reads them. */
export class TmuxProgram {
  readonly #options: TmuxProgramOptions;
  readonly #sockets: Sockets;

  constructor(options: TmuxProgramOptions, sockets: Sockets) {
    this.#options = options;
    this.#sockets = sockets;
  }

  /** Arguments that every command about this session begins with. */
  args(sessionId: SessionId): string[] {
    return ['-u', ...this.#sockets.of(sessionId).args, '-f', this.#options.configPath];
  }

  /** The exit code is null where tmux did not answer: one that hangs is ended by us, and says then that all went well. */
  async run(sessionId: SessionId, args: readonly string[], more: RunLimits = {}): Promise<CommandResult> {
    this.#sockets.requireSafe(sessionId);
    const result = await runCommand('tmux', [...this.args(sessionId), ...args], {
      env: this.#options.environment,
      timeoutMs: TMUX_TIMEOUT_MS,
      maxOutputBytes: MAX_TMUX_OUTPUT_BYTES,
      ...more,
    });
    return result.timedOut || result.aborted ? { ...result, exitCode: null } : result;
  }
}
