import { type SessionId, sessionIdSchema } from '@agent-factory/protocol';
import { ENDED_OPTION, EXIT_OPTION } from './session-program.js';

/** A live session, as tmux reports it. Times are milliseconds since 1970. */
export interface TmuxSession {
  readonly sessionId: SessionId;
  readonly createdAt: number;
  /** When the last key was typed, or the last client attached. */
  readonly inputAt: number;
  /** When the last key was typed or the last output came, whichever is later. */
  readonly activeAt: number;
  readonly paneId: string;
  /** Its last program has ended; what it left on the screen is still there. */
  readonly ended: boolean;
  /** Set once the agent has ended and the login shell runs. */
  readonly agentExit: number | undefined;
}

/** What a look at all sessions has shown. If one could not be asked, nothing is known; it may well be there. */
export interface SessionsSeen {
  readonly live: readonly TmuxSession[];
  /** Their last program has ended, but nobody has removed them yet. */
  readonly ended: readonly SessionId[];
  readonly unknown: readonly SessionId[];
}

/**
 * Separated by spaces: newer versions of tmux escape tabs in what they print. No field can contain a space, and
 * only the last can be empty. That one is not tested by a condition: to tmux, an exit code of 0 is false.
 */
export const SESSION_FORMAT = `#{session_name} #{session_created} #{session_activity} #{window_activity} #{pane_id} #{?${ENDED_OPTION},1,0} #{${EXIT_OPTION}}`;

export function parseSessions(text: string): TmuxSession[] {
  return text.split('\n').flatMap((line) => parseSession(line) ?? []);
}

/** The exit code that the agent left on its pane; undefined if one of the student's programs overwrote it. */
export function parseExitCode(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

function parseSession(line: string): TmuxSession | undefined {
  const [name = '', created = '', input = '', output = '', paneId = '', ended, exit = ''] = line.split(' ');
  if (!/^%\d+$/.test(paneId) || !sessionIdSchema.safeParse(name).success) return undefined;
  return {
    sessionId: name,
    createdAt: milliseconds(created),
    inputAt: milliseconds(input),
    activeAt: Math.max(milliseconds(input), milliseconds(output)),
    paneId,
    ended: ended === '1',
    agentExit: parseExitCode(exit),
  };
}

/** Converts seconds, which tmux leaves out if there is no such moment. */
function milliseconds(seconds: string): number {
  return /^\d{1,12}$/.test(seconds) ? Number(seconds) * 1000 : 0;
}
