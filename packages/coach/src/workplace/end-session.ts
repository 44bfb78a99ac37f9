import type { ActionData, ProjectId } from '@agent-factory/protocol/coach';
import type { CoachHost } from '../host.js';
import { activeSession, endSession } from '../store/entities/sessions.js';

/** The agent is done, or was given up. */
export type EndStatus = 'completed' | 'abandoned';

/** Ends what a project has for a session, and writes that down; its folder need not be there any more. */
export async function endActive(host: CoachHost, projectId: ProjectId, status: EndStatus): Promise<void> {
  const session = await activeSession(host.store, projectId);
  if (session === undefined) return;
  await endSession(host.store, session.id, status);
  // The clock may have been set back meanwhile.
  const durationMs = Math.max(0, Date.now() - Date.parse(session.startedAt));
  const data: ActionData<'session_ended'> = { status, durationMs };
  host.logAction(projectId, { action: 'session_ended', sessionId: session.id, data });
}
