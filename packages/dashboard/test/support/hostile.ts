import type { DashboardIssues, DashboardMaterials, DashboardState } from '@agent-factory/protocol/mind';
import { FULL, ISSUES, NOW } from './states.js';

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
/** Without a place to break it. */
export const LONG = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(7).slice(0, 300);
const YET_TO_COME = new Date(NOW + 400 * 86_400_000).toISOString();

/** All that a model, an issue or a clock may come up with and that is valid nevertheless. */
export const HOSTILE: DashboardState = {
  ...FULL,
  dreyfus: [
    { skillArea: LONG, stage: 'expert', confidence: 1, assessedAt: YET_TO_COME },
    { skillArea: MARKUP, stage: 'novice', confidence: 0, assessedAt: '0001-01-01T00:00:00Z' },
    { skillArea: 'Twice', stage: 'proficient', confidence: 0.5, assessedAt: '2026-10-01T00:00:00Z' },
    { skillArea: 'Twice', stage: 'novice', confidence: 0.5, assessedAt: '2026-11-01T00:00:00Z' },
    ...Array.from({ length: 40 }, (_, index) => ({
      skillArea: `Skill ${index}`,
      stage: 'competent' as const,
      confidence: 0.5,
      assessedAt: '2026-01-01T00:00:00Z',
    })),
  ],
  stats: { ...FULL.stats, totalCoachingMinutes: 1e12, hintsUsed: Number.MAX_SAFE_INTEGER, apiCostTotal: 1e9 },
  inProgressSessions: [
    { id: 's9', projectId: 'folder--gone', issueNumber: null, issueTitle: null, startedAt: YET_TO_COME },
    {
      id: 's8',
      projectId: 'folder--gone',
      issueNumber: 7,
      issueTitle: MARKUP + LONG,
      startedAt: '0001-01-01T00:00:00Z',
    },
  ],
  katas: Array.from({ length: 120 }, (_, index) => ({
    id: `../k${index}?"`,
    title: index === 0 ? LONG : `Kata ${index}`,
    topic: index === 0 ? MARKUP : '',
    attemptsCount: index,
    bestLevel: null,
    constraintCount: 0,
  })),
  // The later one is told first, and both fall on one moment.
  progress: [
    { skillArea: 'Twice', stage: 'novice', confidence: 0.5, at: YET_TO_COME },
    { skillArea: 'Twice', stage: 'expert', confidence: 0.5, at: '2026-01-01T00:00:00Z' },
    { skillArea: 'Twice', stage: 'novice', confidence: 0.5, at: '2026-01-01T00:00:00Z' },
    { skillArea: LONG, stage: 'expert', confidence: 0.5, at: '2026-01-01T00:00:00Z' },
  ],
  activity: [
    { day: '9999-12-31', minutes: 1e9, actions: 1 },
    { day: '0001-01-01', minutes: 1, actions: 1 },
    { day: '2026-11-26', minutes: 0, actions: 3 },
  ],
  streak: { current: 7, longest: 3 },
  gaps: Array.from({ length: 500 }, (_, index) => ({
    id: `g${index}`,
    topic: index === 0 ? LONG : `Gap ${index}`,
    severity: 'high' as const,
    evidence: index === 0 ? MARKUP : '',
    frequency: 500 - index,
    addressed: false,
    lastEncounteredAt: YET_TO_COME,
  })),
  costs: [
    { callType: '', calls: 0, failed: 0, cost: 0 },
    { callType: LONG, calls: 9e9, failed: 9e9, cost: 1e9 },
  ],
  independence: [
    { skill: LONG, alone: 0, withHints: 0, withSolution: 0, score: 0 },
    { skill: MARKUP, alone: 1e9, withHints: 1, withSolution: 0, score: 1 },
  ],
  solutionLinesTold: 1e9,
};

export const HOSTILE_ISSUES: DashboardIssues = {
  issues: ISSUES.issues.map((issue) => ({
    ...issue,
    title: LONG,
    summary: MARKUP + LONG.repeat(9),
    suitabilityReason: LONG.repeat(5),
    relevantSkills: [LONG, LONG],
    learningOpportunities: [LONG, LONG],
  })),
};

export const HOSTILE_MATERIALS: DashboardMaterials = {
  recommendations: [
    {
      knowledgeGap: LONG,
      resources: [
        ['javascript:document.title=1', 'Runs a script'],
        ['data:text/html,<script>1</script>', 'Carries a page'],
        ['//example.org/no-scheme', 'Has no scheme'],
        ['https://user:pass@example.org/\u202ecod', 'Is of the web'],
      ].map(([url = '', title = '']) => ({
        type: 'article' as const,
        title,
        url,
        description: MARKUP,
        relevance: 'direct' as const,
        estimatedTime: LONG,
      })),
      studyOrder: MARKUP,
      practiceConnection: null,
    },
  ],
};
