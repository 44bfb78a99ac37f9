import { type MessageContext, withState } from '@agent-factory/coach/workplace';
import { PracticeError } from '@agent-factory/protocol';
import type { ClientPayload } from '@agent-factory/protocol/coach';

/** A page comes back to the session that it knows. Throws `no_active_session` if that one has ended. */
export async function resumeSession(
  { sessionId }: ClientPayload<'session:resume'>,
  { workplace, answer }: MessageContext,
): Promise<void> {
  if (workplace.session.current?.id !== sessionId)
    throw new PracticeError(
      'no_active_session',
      'This session has ended. Start the agent, or pick an issue, to begin one.',
    );
  workplace.session.log('session_resumed', { previousSessionId: sessionId });
  await withState(workplace, (restoredState) => answer('session:resumed', { restoredState }));
}
