import { type DashboardIssues, MAX_RECOMMENDED_ISSUES, type RecommendedIssue } from '@agent-factory/protocol/mind';
import type { IssueAssessmentResponse } from '../../prompts/issue-assessment.js';
import { cut, lines, oneLine } from '../texts.js';
import type { GitHubIssue } from './github-issue.js';

type Assessed = IssueAssessmentResponse['issues'][number];

/** What a card of the dashboard has room for, in UTF-16 units. */
const MAX_SUMMARY = 800;
const MAX_REASON = 500;
const SKILLS = { most: 8, maxLength: 60 } as const;
const OPPORTUNITIES = { most: 5, maxLength: 200 } as const;
/** The beginning of an issue that nobody has summed up. */
const MAX_BEGINNING = 300;

/**
 * What a model has picked, the best first. An issue that it was not given, or names twice, is none; and what GitHub knows
 * is taken from there, whatever the model says: it has read what strangers write.
 */
export function recommended(answer: IssueAssessmentResponse, issues: readonly GitHubIssue[]): DashboardIssues {
  const open = new Map(issues.map((issue) => [issue.number, issue]));
  const picked: RecommendedIssue[] = [];
  for (const assessed of [...answer.issues].sort((one, other) => other.priority_score - one.priority_score)) {
    const issue = open.get(assessed.number);
    if (issue !== undefined) picked.push(judged(issue, assessed));
    open.delete(assessed.number);
  }
  return { issues: picked.slice(0, MAX_RECOMMENDED_ISSUES) };
}

function judged({ number, title, userTagged }: GitHubIssue, assessed: Assessed): RecommendedIssue {
  const factors = assessed.priority_factors;
  return {
    number,
    title,
    assessed: true,
    summary: cut(assessed.summary.trim(), MAX_SUMMARY),
    suitability: assessed.suitability,
    suitabilityReason: cut(assessed.suitability_reason.trim(), MAX_REASON),
    estimatedDifficulty: assessed.estimated_difficulty,
    relevantSkills: lines(assessed.relevant_skills, SKILLS),
    priorityScore: Math.min(1, Math.max(0, assessed.priority_score)),
    priorityFactors: {
      userTagged,
      similarToRecentWork: factors.similar_to_recent_work,
      addressesKnowledgeGap: factors.addresses_knowledge_gap,
      teamUrgency: factors.team_urgency,
    },
    learningOpportunities: lines(assessed.learning_opportunities, OPPORTUNITIES),
  };
}

/**
 * The first of them as GitHub lists them, those that name the learner before others: nobody was there to judge them, and
 * `advice` says why.
 */
export function unassessed(issues: readonly GitHubIssue[], advice: string): DashboardIssues {
  const inOrder = [...issues].sort((one, other) => Number(other.userTagged) - Number(one.userTagged));
  return { issues: inOrder.slice(0, MAX_RECOMMENDED_ISSUES).map(plain), advice };
}

function plain({ number, title, body, userTagged }: GitHubIssue): RecommendedIssue {
  return {
    number,
    title,
    assessed: false,
    summary: oneLine(body, MAX_BEGINNING),
    suitability: null,
    suitabilityReason: '',
    estimatedDifficulty: null,
    relevantSkills: [],
    priorityScore: null,
    priorityFactors: { userTagged, similarToRecentWork: null, addressesKnowledgeGap: null, teamUrgency: null },
    learningOpportunities: [],
  };
}
