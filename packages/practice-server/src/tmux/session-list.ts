import { type SessionId, sessionIdSchema } from '@agent-factory/protocol';

/** A live session as tmux tells it. Times are milliseconds since 1970. */
export interface TmuxSession {
  readonly sessionId: SessionId;
  readonly createdAt: number;
  /** The last key typed, or the last client that came. */
  readonly inputAt: number;
  /** The last key typed or the last output, whichever is later. */
  readonly activeAt: number;
  readonly paneId: string;
  /** Set once the agent has ended and the login shell runs. */
  readonly agentExit: number | undefined;
}

/**
 * Spaces separate: newer versions of tmux escape tabs in what they print. No field can hold a space,
 * and only the last can be empty. It is not asked for by a condition: to tmux an exit code of 0 is false.
 */
export const SESSION_FORMAT =
  '#{session_name} #{session_created} #{session_activity} #{window_activity} #{pane_id} #{@agent_exit}';

export function parseSessions(text: string): TmuxSession[] {
  return text.split('\n').flatMap((line) => parseSession(line) ?? []);
}

function parseSession(line: string): TmuxSession | undefined {
  const [name = '', created, input, output, paneId, exit] = line.split(' ');
  if (paneId === undefined || !sessionIdSchema.safeParse(name).success) return undefined;
  return {
    sessionId: name,
    createdAt: seconds(created),
    inputAt: seconds(input),
    activeAt: Math.max(seconds(input), seconds(output)),
    paneId,
    agentExit: exit === undefined || exit === '' ? undefined : Number(exit),
  };
}

function seconds(text: string | undefined): number {
  return Number(text) * 1000 || 0;
}
