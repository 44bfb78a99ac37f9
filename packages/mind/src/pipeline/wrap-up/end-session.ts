import {
  type CoachSession,
  findSession,
  listSessions,
  sessionsToHear,
  sessionsToWrapUp,
  type WrapUp,
} from '@agent-factory/coach/store';
import { finishSession, type Workplace } from '@agent-factory/coach/workplace';
import type { ToolOutput } from '@agent-factory/protocol/coach';
import type { MindRoom } from '../../room.js';
import { reasonOf } from '../failure.js';
import { noSession } from '../session.js';
import { hear } from './hear.js';
import { claim, wrapUp } from './wrap-up.js';

/** Milliseconds in which an agent that ends a session again means the one that has just ended. */
const JUST_ENDED_MS = 10 * 60_000;
/** Sessions of an earlier daemon for which models are asked at a start: what they cost is not seen coming. */
const MAX_LEFT_BY_MODEL = 5;

/**
 * `paige_end_session`, and the student's own end (with an empty transcript): ends the session at once, so that another one
 * can begin, and wraps it up. Whoever ends it again is told the same. Throws `no_active_session`, and `shutting_down`,
 * after which the next daemon wraps it up.
 */
export async function endSession(
  room: MindRoom,
  workplace: Workplace,
  transcript: string,
): Promise<ToolOutput<'paige_end_session'>> {
  const { current } = workplace.session;
  const session = current ?? (await justEnded(room, workplace));
  if (session === undefined) throw noSession('There is nothing to end.');
  await claim(room.host.store, session.id, transcript);
  if (workplace.session.current?.id === session.id) await finishSession(workplace, 'completed');
  const result = await wrapUp(room, { session, workplace });
  // The student was first, and quicker than the agent.
  const isNews = transcript.trim() !== '' && result.transcript === 'none';
  return outputOf((isNews && (await hear(room, session, transcript))) || result);
}

/** For a session that has ended in another way, as when its agent leaves. Does nothing twice; never throws. */
export async function wrapUpEnded(room: MindRoom, workplace: Workplace, sessionId: string): Promise<void> {
  try {
    const session = await findSession(room.host.store, sessionId);
    if (session !== undefined && session.status !== 'active') await wrapUp(room, { session, workplace });
  } catch (error) {
    warn(room, sessionId, error);
  }
}

/**
 * At the daemon's start: those that have ended and were not wrapped up, the oldest first, one after the other. Models are
 * asked for a few of them; the others are wrapped up by rules. Never throws; ends when the daemon closes.
 */
export async function wrapUpLeft(room: MindRoom): Promise<void> {
  let asked = 0;
  for (const session of await left(room)) {
    if (room.host.closing.aborted) return;
    try {
      const { by } = await wrapUp(room, { session, isByRules: asked >= MAX_LEFT_BY_MODEL });
      if (by === 'model') asked += 1;
    } catch (error) {
      warn(room, session.id, error);
    }
  }
  await hearLeft(room, MAX_LEFT_BY_MODEL - asked);
}

/** What agents have told of sessions that were wrapped up without it, because models had failed or a daemon was killed. */
async function hearLeft(room: MindRoom, most: number): Promise<void> {
  const untold = await sessionsToHear(room.host.store).catch((error: unknown) => {
    room.host.logFailure(error, 'What agents have told could not be read');
    return [];
  });
  for (const session of untold.slice(0, most)) {
    if (room.host.closing.aborted) return;
    await hear(room, session, '').catch((error: unknown) => warn(room, session.id, error));
  }
}

async function left({ host }: MindRoom): Promise<CoachSession[]> {
  try {
    return await sessionsToWrapUp(host.store);
  } catch (error) {
    host.logFailure(error, 'Sessions that are to be wrapped up could not be read');
    return [];
  }
}

function warn({ host }: MindRoom, sessionId: string, error: unknown): void {
  if (host.closing.aborted) return;
  host.logWarning('A session could not be wrapped up; the next start tries again', {
    sessionId,
    reason: reasonOf(host, error),
  });
}

async function justEnded(room: MindRoom, { place }: Workplace): Promise<CoachSession | undefined> {
  const [latest] = await listSessions(room.host.store, place.project.id);
  if (latest?.status !== 'completed' || latest.endedAt === null) return undefined;
  return room.now() - Date.parse(latest.endedAt) < JUST_ENDED_MS ? latest : undefined;
}

function outputOf({
  knowledgeGaps,
  kataSpecs,
  dreyfusUpdates,
  memoriesStored,
}: WrapUp): ToolOutput<'paige_end_session'> {
  return { knowledgeGaps, kataSpecs, dreyfusUpdates, memoriesStored, sessionStatus: 'completed' };
}
