import type { CoachSession } from '@agent-factory/coach/store';
import type { Workplace } from '@agent-factory/coach/workplace';
import { PracticeError } from '@agent-factory/protocol';

/** Throws `no_active_session`. */
export function requireSession({ session }: Workplace): CoachSession {
  if (session.current === undefined) throw noSession('Tell the student to start the exercise, or the coach, again.');
  return session.current;
}

export function noSession(advice: string): PracticeError {
  return new PracticeError('no_active_session', `No active session. ${advice}`);
}
