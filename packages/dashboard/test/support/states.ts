import type { Project, ProjectState } from '@agent-factory/protocol/coach';
import {
  type DashboardIssues,
  type DashboardMaterials,
  type DashboardState,
  type Memory,
  MIND_PARTS,
  type MindStatus,
  type RecommendedIssue,
  type Stage,
} from '@agent-factory/protocol/mind';

/** When everything here takes place: a Friday, at noon. */
export const NOW = Date.UTC(2026, 10, 27, 12);
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString();

export const PROJECT: Project = { id: 'folder--0123456789', kind: 'folder', name: 'shop', path: '~/code/shop' };
export const PROJECTS: readonly Project[] = [
  PROJECT,
  { id: 'ch33-agent-loop', kind: 'exercise', name: 'The agent loop', path: '~/af-practice/ch33-agent-loop' },
  { id: 'folder--9876543210', kind: 'folder', name: 'weather-station', path: '~/code/weather-station' },
];

export const PROJECT_STATE: ProjectState = {
  sessionId: 's1',
  capabilities: ['files', 'pointers', 'plan'],
  featureFlags: {},
  project: PROJECT,
  visibility: 'saved_files',
  hintLevel: 'none',
  watching: { by: 'events' },
  openFiles: [],
  pointers: { marks: [], glows: [], messages: [] },
  phases: [],
  issue: null,
};

/** A fresh install (spec scenario 12.9). */
export const EMPTY: DashboardState = {
  dreyfus: [],
  stats: {
    period: 'all',
    sessionsCompleted: 0,
    totalCoachingMinutes: 0,
    issuesWorkedOn: 0,
    knowledgeGapsIdentified: 0,
    knowledgeGapsAddressed: 0,
    hintsUsed: 0,
    apiCostTotal: 0,
  },
  inProgressSessions: [],
  katas: [],
  progress: [],
  activity: [],
  streak: { current: 0, longest: 0 },
  gaps: [],
  costs: [],
  independence: [],
  solutionLinesTold: 0,
};

const SKILLS: readonly (readonly [string, readonly Stage[], number])[] = [
  ['Python', ['novice', 'advanced_beginner', 'competent', 'proficient'], 0.86],
  ['Testing', ['novice', 'advanced_beginner', 'competent'], 0.74],
  ['Git', ['advanced_beginner', 'competent'], 0.81],
  ['Error handling', ['novice', 'competent', 'advanced_beginner'], 0.52],
  ['HTTP APIs', ['novice', 'advanced_beginner'], 0.6],
  ['Concurrency', ['novice'], 0.4],
  ['Refactoring', ['novice', 'advanced_beginner'], 0.66],
];

const GAPS = [
  [
    'Awaiting inside a loop',
    'high',
    'Three requests ran one after the other in fetch_all, where none needed the one before.',
    4,
  ],
  ['Mutable default arguments', 'medium', 'cart=[] kept the items of the customer before.', 3],
  ['What an exception says', 'medium', 'A bare except hid a KeyError twice.', 2],
  ['Fixtures in pytest', 'low', 'Each test built its own database by hand.', 1],
] as const;

/** Some months of work. */
export const FULL: DashboardState = {
  dreyfus: SKILLS.map(([skillArea, stages, confidence], index) => ({
    skillArea,
    stage: stages.at(-1) ?? 'novice',
    confidence,
    assessedAt: daysAgo(index * 3 + 1),
  })),
  stats: {
    period: 'all',
    sessionsCompleted: 23,
    totalCoachingMinutes: 1284,
    issuesWorkedOn: 9,
    knowledgeGapsIdentified: 11,
    knowledgeGapsAddressed: 7,
    hintsUsed: 48,
    apiCostTotal: 6.4137,
  },
  inProgressSessions: [
    {
      id: 's1',
      projectId: PROJECT.id,
      issueNumber: 42,
      issueTitle: 'The total is wrong when a discount and a voucher meet',
      startedAt: daysAgo(0.1),
    },
  ],
  katas: [
    {
      id: 'k1',
      title: 'Fetch them all at once',
      topic: 'Awaiting inside a loop',
      attemptsCount: 3,
      bestLevel: 6,
      constraintCount: 4,
    },
    {
      id: 'k2',
      title: 'The cart that forgets',
      topic: 'Mutable default arguments',
      attemptsCount: 5,
      bestLevel: 9,
      constraintCount: 3,
    },
    {
      id: 'k3',
      title: 'Say what went wrong',
      topic: 'What an exception says',
      attemptsCount: 0,
      bestLevel: null,
      constraintCount: 2,
    },
  ],
  progress: SKILLS.flatMap(([skillArea, stages, confidence], skill) =>
    stages.map((stage, index) => ({
      skillArea,
      stage,
      confidence,
      at: daysAgo(120 - index * (28 + skill * 3) - skill * 4),
    })),
  ),
  activity: Array.from({ length: 120 }, (_, index) => index)
    .filter((index) => index < 4 || (index * 7) % 5 < 3)
    .map((index) => ({
      day: daysAgo(index).slice(0, 10),
      minutes: 12 + ((index * 37) % 70),
      actions: 20 + ((index * 53) % 160),
    })),
  streak: { current: 4, longest: 9 },
  gaps: [
    ...GAPS.map(([topic, severity, evidence, frequency], index) => ({
      id: `g${index}`,
      topic,
      severity,
      evidence,
      frequency,
      addressed: false,
      lastEncounteredAt: daysAgo(index * 4 + 2),
    })),
    ...[
      'List comprehensions',
      'Reading a stack trace',
      'Rebasing',
      'Status codes',
      'Type hints',
      'Slices',
      'Paths',
    ].map((topic, index) => ({
      id: `c${index}`,
      topic,
      severity: 'medium' as const,
      evidence: '',
      frequency: 2,
      addressed: true,
      lastEncounteredAt: daysAgo(30 + index * 6),
    })),
  ],
  costs: [
    { callType: 'coach_agent', calls: 23, failed: 1, cost: 2.91 },
    { callType: 'issue_assessment', calls: 31, failed: 0, cost: 1.62 },
    { callType: 'learning_materials', calls: 12, failed: 2, cost: 1.1 },
    { callType: 'practice_review', calls: 17, failed: 0, cost: 0.58 },
    { callType: 'explain_this', calls: 44, failed: 0, cost: 0.2 },
    { callType: 'triage_model', calls: 9, failed: 0, cost: 0.0037 },
  ],
  independence: [
    { skill: 'Python', alone: 24, withHints: 7, withSolution: 1, score: 0.86 },
    { skill: 'Testing', alone: 9, withHints: 8, withSolution: 2, score: 0.68 },
    { skill: 'Git', alone: 12, withHints: 2, withSolution: 0, score: 0.93 },
    { skill: 'HTTP APIs', alone: 2, withHints: 6, withSolution: 3, score: 0.45 },
  ],
  solutionLinesTold: 0,
};

const factors = (some: Partial<RecommendedIssue['priorityFactors']> = {}): RecommendedIssue['priorityFactors'] => ({
  userTagged: false,
  similarToRecentWork: false,
  addressesKnowledgeGap: false,
  teamUrgency: 'low',
  ...some,
});

export const ISSUES: DashboardIssues = {
  issues: [
    {
      number: 57,
      title: 'Load prices of all shops at the same time',
      assessed: true,
      summary:
        'The page waits for one shop after the other. Nothing in it needs the answer before, so they could all be asked at once.',
      suitability: 'good_fit',
      suitabilityReason: 'You have closed two issues around HTTP, and it is against your most important open gap.',
      estimatedDifficulty: 'intermediate',
      relevantSkills: ['Concurrency', 'HTTP APIs'],
      priorityScore: 0.93,
      priorityFactors: factors({ userTagged: true, addressesKnowledgeGap: true, teamUrgency: 'high' }),
      learningOpportunities: ['Starting work before waiting for it', 'What happens when one of many fails'],
    },
    {
      number: 61,
      title: 'Tell customers which voucher was refused, and why',
      assessed: true,
      summary: 'A refused voucher says “invalid”. The reason is known where it is checked, and lost on the way up.',
      suitability: 'good_fit',
      suitabilityReason: 'It is small, and it is about what an exception says.',
      estimatedDifficulty: 'beginner',
      relevantSkills: ['Error handling'],
      priorityScore: 0.81,
      priorityFactors: factors({ similarToRecentWork: true, addressesKnowledgeGap: true }),
      learningOpportunities: ['Exceptions of your own'],
    },
    {
      number: 33,
      title: 'Keep the stock right when two orders meet',
      assessed: true,
      summary: 'Two orders of the last piece are both taken. It happens rarely, and it is hard to show in a test.',
      suitability: 'stretch',
      suitabilityReason: 'Locks are new to you. The rest of it you have done before.',
      estimatedDifficulty: 'advanced',
      relevantSkills: ['Concurrency', 'Testing'],
      priorityScore: 0.64,
      priorityFactors: factors({ teamUrgency: 'medium' }),
      learningOpportunities: ['Races and how to show them'],
    },
    {
      number: 12,
      title: 'Move the orders to another database without stopping',
      assessed: true,
      summary: 'Orders are to be in Postgres.',
      suitability: 'too_advanced',
      suitabilityReason: 'It needs care with data that is not yours yet.',
      estimatedDifficulty: 'advanced',
      relevantSkills: ['Databases'],
      priorityScore: 0.2,
      priorityFactors: factors(),
      learningOpportunities: [],
    },
  ],
};

export const MATERIALS: DashboardMaterials = {
  recommendations: [
    {
      knowledgeGap: 'Awaiting inside a loop',
      resources: [
        {
          type: 'documentation',
          title: 'Coroutines and tasks',
          url: 'https://docs.example.org/asyncio-task',
          description: 'What a task is, and how to wait for several of them together.',
          relevance: 'direct',
          estimatedTime: '20 min',
        },
        {
          type: 'video',
          title: 'Waiting well',
          url: 'https://video.example.org/waiting-well',
          description: 'One program, drawn as it waits: first in turn, then together.',
          relevance: 'deep_dive',
          estimatedTime: '35 min',
        },
      ],
      studyOrder: 'Read of tasks first; the film is easier after it.',
      practiceConnection: 'The kata “Fetch them all at once” is about this.',
    },
    {
      knowledgeGap: 'Mutable default arguments',
      resources: [
        {
          type: 'article',
          title: 'When are defaults made?',
          url: 'https://articles.example.org/defaults',
          description: 'Once, when the function is defined: with what follows from it.',
          relevance: 'direct',
          estimatedTime: '10 min',
        },
      ],
      studyOrder: '',
      practiceConnection: null,
    },
  ],
};

const EXPLANATIONS: Readonly<Record<string, string>> = {
  pipeline: 'Makes a plan in phases for an issue that you have picked.',
  wrap_up: 'Looks back at a session that ends: skills, gaps, katas.',
  memory: 'Notes what helps next time, and finds it again.',
  observer: 'Watches how you work, and speaks up when you seem to be lost.',
  explain: 'Explains the code that you select.',
  review: 'Reads your solutions of katas.',
  issues: 'Chooses issues for where you stand.',
  materials: 'Looks on the web for what closes your gaps.',
};

export const SETTINGS: MindStatus = {
  route: 'auto',
  reached: 'api',
  advice: '',
  parts: Object.fromEntries(
    MIND_PARTS.map((part) => [
      part,
      { enabled: part !== 'observer', works: part !== 'observer', explanation: EXPLANATIONS[part] ?? '' },
    ]),
  ) as MindStatus['parts'],
  budget: { dayUsd: 2, sessionUsd: 0.5, spentTodayUsd: 0.73, spentSessionUsd: 0.21, observerLastHourUsd: 0 },
  models: {
    haiku: { id: 'claude-haiku', inputUsdPerMillion: 1, outputUsdPerMillion: 5, lookedUp: '2026-11-20' },
    sonnet: { id: 'claude-sonnet', inputUsdPerMillion: 3, outputUsdPerMillion: 15, lookedUp: '2026-11-20' },
  },
  memory: { kept: 'here', available: true },
};

export const MEMORIES: readonly Memory[] = [
  {
    id: 'm1',
    content: 'Understands a problem best with a drawing of who waits for whom.',
    tags: ['learning'],
    importance: 'high',
    project: PROJECT.id,
    sessionId: 's0',
    createdAt: daysAgo(3),
  },
  {
    id: 'm2',
    content: 'Writes the test first by herself since the issue with the vouchers.',
    tags: ['testing'],
    importance: 'medium',
    project: PROJECT.id,
    sessionId: 's0',
    createdAt: daysAgo(9),
  },
];
