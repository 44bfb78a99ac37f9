import type { EndStatus } from '../mind/mind.js';
import { announceState } from '../workplace/state.js';
import type { Workplace } from '../workplace/workplace.js';

/** Ends the session of a project, and tells its mind and its pages. Does nothing where there is none. */
export async function finishSession(workplace: Workplace, status: EndStatus): Promise<void> {
  const sessionId = workplace.session.current?.id;
  await workplace.session.end(status);
  if (sessionId !== undefined) workplace.mind.tell((mind) => mind.sessionEnded(workplace, sessionId, status));
  await announceState(workplace);
}
