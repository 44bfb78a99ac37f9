import { comeToShell } from '../../student/shell.js';
import type { Practised } from '../../world/practised.js';

const ENDED_WITHIN_MS = 10_000;

/** Ends the session from inside, as `exit` does, while `meanwhile` happens, and starts it again. */
export async function endAndBegin(session: Practised, meanwhile: () => Promise<void>): Promise<string[]> {
  await comeToShell(session);
  const ended = session.page.frames.get('session_ended') ?? 0;
  session.expectEnd();
  session.page.type('exit\r');
  await meanwhile();
  await session.page.ended(ENDED_WITHIN_MS);
  const told = (session.page.frames.get('session_ended') ?? 0) > ended;
  await session.begin();
  return told ? [] : [`the page of ${session.exerciseId} was closed without being told that its session has ended`];
}

/** The same for some of the sessions at once. Returns what went wrong. */
export async function endSome(
  sessions: readonly Practised[],
  meanwhile: (session: Practised) => Promise<void>,
): Promise<string[]> {
  const outcomes = await Promise.all(
    sessions.map((session) =>
      endAndBegin(session, () => meanwhile(session)).catch((error: Error) => [
        `${session.exerciseId}: ${error.message}`,
      ]),
    ),
  );
  return outcomes.flat();
}
