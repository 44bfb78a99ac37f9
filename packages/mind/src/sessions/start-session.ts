import { randomUUID } from 'node:crypto';
import { finishSession, type MessageContext, planOf, shownPhase, type Workplace } from '@agent-factory/coach/workplace';
import { shortened } from '@agent-factory/protocol';
import type { ClientPayload, CoachMessage, IssueContext } from '@agent-factory/protocol/coach';
import type { MindRoom } from '../room.js';

/** Of a title in what is said to the agent, in UTF-16 units: a line that is typed has 400 at most. */
const MAX_SAID_TITLE = 120;

/**
 * The student has picked an issue: it is what the session is about from now on. One that is about another issue ends and
 * is wrapped up; where there is none, one begins. The agent is told as soon as it waits.
 */
export async function startSession(
  { host }: MindRoom,
  { issueNumber, title = `Issue #${issueNumber}` }: ClientPayload<'session:start'>,
  { workplace, broadcast }: MessageContext,
): Promise<void> {
  const { session, choices, open, place } = workplace;
  const before = session.current?.issueNumber ?? null;
  if (before !== null && before !== issueNumber) await finishSession(workplace, 'completed');
  const issue: IssueContext = { number: issueNumber, title, summary: title, labels: [], url: '' };
  await choices.change({ issue });
  await session.begin();
  await session.setIssue({ number: issueNumber, title });
  workplace.mind.tell((mind) => mind.sessionBegan(workplace));
  const plan = await planOf(host.store, session.current?.id);
  broadcast('coaching:issue_context', issue);
  broadcast('session:started', {
    issueContext: issue,
    phases: (plan?.phases ?? []).map(shownPhase),
    hintLevel: choices.now.hintLevel,
    openFiles: [...open.paths],
  });
  const sessionId = session.current?.id;
  host.sayWhenWaiting(place.project.id, request(issueNumber, title), () => {
    if (session.current?.id === sessionId) sayWhatItWaitsFor(workplace, issueNumber);
  });
}

/** Also to pages that come later: whoever picks an issue goes on to the Workbench. */
function sayWhatItWaitsFor({ pointers, audience }: Workplace, issueNumber: number): void {
  const message = `Press Enter in the terminal: the coach is told of issue #${issueNumber} then. It waits, as something that you have not sent may stand there.`;
  const said: CoachMessage = { id: randomUUID(), type: 'info', message };
  pointers.say(said);
  audience.broadcast('coaching:message', said);
}

/** One line. The title is somebody else's text: it is quoted, and nothing in it ends the quotation. */
function request(issueNumber: number, title: string): string {
  const plain = shortened(title.replace(/[\p{Cc}\p{Cf}"\u2028\u2029]/gu, ' '), MAX_SAID_TITLE);
  return `I want to work on issue #${issueNumber} ("${plain}"). Look at the project, make a plan for it, and hand it over with paige_run_coaching_pipeline. Then coach me through the first phase.`;
}
