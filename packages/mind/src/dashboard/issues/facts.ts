import { findGaps, listAssessments } from '@agent-factory/coach/store';
import type { IssueAssessmentFacts } from '../../prompts/issue-assessment.js';
import type { MindRoom } from '../../room.js';
import { cut } from '../texts.js';
import type { GitHubIssue } from './github-issue.js';

/** Sessions that count as lately: some weeks of somebody who practises. */
const RECENT_SESSIONS = 10;
/** The gaps that a model can keep apart. */
const MAX_GAPS = 30;
/** Memories that are looked for, and how much of each is shown. */
const MEMORIES = 10;
const MAX_MEMORY_LENGTH = 500;
/** What a search by meaning takes into account is some hundred words; titles alone say what issues are about. */
const MAX_QUERY_LENGTH = 2000;

/** All that is known of the learner and matters for these issues (spec FR-172, FR-174). */
export async function factsAbout(room: MindRoom, issues: readonly GitHubIssue[]): Promise<IssueAssessmentFacts> {
  const { store } = room.host;
  const gaps = await findGaps(store, { addressed: false });
  return {
    issues,
    dreyfus: await listAssessments(store),
    recentSessions: await recentSessions(room),
    knowledgeGaps: gaps.slice(0, MAX_GAPS).map(({ topic, severity }) => ({ topic, severity })),
    memories: await memoriesOf(room, issues),
  };
}

async function recentSessions({ host }: MindRoom): Promise<IssueAssessmentFacts['recentSessions']> {
  const rows = await host.store
    .selectFrom('coach_sessions')
    .select(['issue_title', 'started_at', 'ended_at'])
    .where('status', '=', 'completed')
    .orderBy('ended_at', 'desc')
    .limit(RECENT_SESSIONS)
    .execute();
  return rows.map((row) => ({ issueTitle: row.issue_title, completedAt: row.ended_at ?? row.started_at }));
}

/** None where the learner wants none, or they cannot be reached. */
async function memoriesOf({ memories, isOn }: MindRoom, issues: readonly GitHubIssue[]): Promise<string[]> {
  if (!(await isOn('memory'))) return [];
  const queryText = cut(issues.map(({ title }) => title).join('\n'), MAX_QUERY_LENGTH);
  const near = await memories.query({ queryText, nResults: MEMORIES });
  return near.map(({ content }) => cut(content, MAX_MEMORY_LENGTH));
}
