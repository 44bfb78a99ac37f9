import type { ProjectId } from '@agent-factory/protocol/coach';
import type { DashboardIssues } from '@agent-factory/protocol/mind';
import {
  assembleUserMessage,
  type IssueAssessmentResponse,
  responseSchema,
  SYSTEM_PROMPT,
} from '../../prompts/issue-assessment.js';
import type { MindRoom } from '../../room.js';
import { KeptAnswers } from '../kept-answers.js';
import { failed, found, type Outcome } from '../outcome.js';
import { factsAbout } from './facts.js';
import { listIssues } from './list-issues.js';
import { recommended, unassessed } from './recommend.js';

/** Ten issues with everything that is said of each take some three thousand tokens. */
const MAX_TOKENS = 8192;
const TURNED_OFF =
  'Choosing issues is turned off. It would list the open issues of this project on GitHub, the best for you first: turn “issues” on in the coach’s settings.';

export interface AssessOptions {
  /** Answers that need not be asked for again; without them, each is asked for. */
  readonly kept?: KeptAnswers<IssueAssessmentResponse>;
  /** Whoever refreshes wants a new answer. */
  readonly anew?: boolean;
}

/**
 * The open issues of a project that suit the learner. Without a model they are GitHub's list as it is. Throws what the
 * signal says, what finding the folder throws, and what `askAgain` throws: messages of those are for the learner.
 */
export async function assessIssues(
  room: MindRoom,
  projectId: ProjectId,
  signal: AbortSignal,
  { kept = new KeptAnswers(0, room.now), anew }: AssessOptions = {},
): Promise<Outcome<DashboardIssues>> {
  if (!(await room.isOn('issues'))) return failed(TURNED_OFF);
  const { environment } = room.host;
  const listed = await listIssues({ folder: await room.host.folderOf(projectId), environment, signal });
  if (listed.kind !== 'found') return listed;
  const issues = listed.value;
  // Nobody has to be paid to choose from nothing (spec EC-84).
  if (issues.length === 0) return found({ issues: [] });
  const advice = await room.models.whyNot('issues', projectId);
  if (advice !== undefined) return found(unassessed(issues, advice));
  const asked = assembleUserMessage(await factsAbout(room, issues));
  const answer = await kept.answer({ projectId, asked, anew, ask: () => ask(room, projectId, { asked, signal }) });
  return found(recommended(answer, issues));
}

async function ask(
  { models }: MindRoom,
  projectId: ProjectId,
  { asked, signal }: { readonly asked: string; readonly signal: AbortSignal },
): Promise<IssueAssessmentResponse> {
  signal.throwIfAborted();
  const { value } = await models.askAgain({
    callType: 'issue_assessment',
    part: 'issues',
    model: 'sonnet',
    systemPrompt: SYSTEM_PROMPT,
    userMessage: asked,
    responseSchema,
    sessionId: null,
    projectId,
    maxTokens: MAX_TOKENS,
    signal,
  });
  return value;
}
