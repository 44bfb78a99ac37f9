import type { ActionData, ProjectId } from '@agent-factory/protocol/coach';
import type { CoachHost } from '../host.js';
import type { EndStatus } from '../mind/mind.js';
import { activeSession, type CoachSession, endSession } from '../store/entities/sessions.js';

/**
 * Ends what a project has for a session, and writes that down; its folder need not be there any more. Where an earlier
 * daemon has left more than one, all of them: none is to come back.
 */
export async function endActive(host: CoachHost, projectId: ProjectId, status: EndStatus): Promise<void> {
  for (;;) {
    const session = await activeSession(host.store, projectId);
    if (session === undefined) return;
    await endOne(host, session, status);
  }
}

async function endOne(host: CoachHost, session: CoachSession, status: EndStatus): Promise<void> {
  await endSession(host.store, session.id, status);
  // The clock may have been set back meanwhile.
  const durationMs = Math.max(0, Date.now() - Date.parse(session.startedAt));
  const data: ActionData<'session_ended'> = { status, durationMs };
  host.logAction(session.projectId, { action: 'session_ended', sessionId: session.id, data });
}
