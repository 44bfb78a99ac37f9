import { PracticeError } from '@agent-factory/protocol';
import type { CommandResult } from '@agent-factory/subprocess';

/** The error of a tmux command that did not do what it was asked for. */
export function sessionFailed(what: string, result: CommandResult): PracticeError {
  const detail = result.stderr.trim() || `tmux ended with ${result.exitCode ?? result.signal}`;
  return new PracticeError('session_failed', `${what}: ${detail}. Run "practice-server doctor" to see what is wrong.`, {
    detail,
  });
}
