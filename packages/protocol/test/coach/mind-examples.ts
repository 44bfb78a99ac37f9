import type { ServerMessageType } from '../../src/coach/index.js';

type MindType =
  | Extract<
      ServerMessageType,
      `dashboard:${string}` | `observer:${string}` | `explain:${string}` | `review:${string}` | `practice:${string}`
    >
  | 'session:completed'
  | 'coaching:plan_ready'
  | 'mind:status';

const at = '2026-11-27T10:00:00.000Z';
const phase = { id: 'p1', number: 1, title: 'Read', description: 'Read it', status: 'active', hintLevel: 'file' };
const kata = { id: 'k', title: 'Two at once', topic: 'Races', attemptsCount: 0, bestLevel: null, constraintCount: 1 };
const constraint = { title: 'No locks', description: 'Do without a lock.', minLevel: 5 };
const skill = { skillArea: 'Races', stage: 'novice', confidence: 0.5 };
const stats = {
  period: '7d',
  sessionsCompleted: 1,
  totalCoachingMinutes: 12.5,
  issuesWorkedOn: 1,
  knowledgeGapsIdentified: 1,
  knowledgeGapsAddressed: 0,
  hintsUsed: 2,
  apiCostTotal: 0.01,
};
const dashboard = {
  dreyfus: [{ ...skill, assessedAt: at }],
  stats,
  inProgressSessions: [{ id: 's', projectId: 'kata', issueNumber: 7, issueTitle: 'A race', startedAt: at }],
  katas: [kata],
  progress: [{ ...skill, at }],
  activity: [{ day: '2026-11-27', minutes: 12.5, actions: 40 }],
  streak: { current: 1, longest: 3 },
  gaps: [
    { id: 'g', topic: 'Races', severity: 'high', evidence: 'x', frequency: 2, addressed: false, lastEncounteredAt: at },
  ],
  costs: [{ callType: 'coach_agent', calls: 1, failed: 0, cost: 0.01 }],
  independence: [{ skill: 'Races', alone: 1, withHints: 1, withSolution: 0, score: 0.75 }],
  solutionLinesTold: 4,
};
const part = { enabled: true, works: false, explanation: 'It would explain what is marked.' };
const parts = ['pipeline', 'wrap_up', 'memory', 'observer', 'explain', 'review', 'issues', 'materials'];
const model = { id: 'm', inputUsdPerMillion: 1, outputUsdPerMillion: 5, lookedUp: '2026-11-27' };
const status = {
  route: 'auto',
  reached: null,
  advice: 'There is no key.',
  parts: Object.fromEntries(parts.map((name) => [name, part])),
  budget: { dayUsd: 1, sessionUsd: 0.5, spentTodayUsd: 0, spentSessionUsd: 0, observerLastHourUsd: 0 },
  models: { haiku: model, sonnet: model },
  memory: { kept: 'here', available: true },
};
const explanation = {
  path: 'a.py',
  explanation: 'It loops',
  keyConcepts: ['loop'],
  analogy: null,
  relatedFiles: null,
  phaseConnection: null,
};
const review = {
  kataId: 'k',
  correct: true,
  feedback: 'Good',
  level: 3,
  passed: true,
  followUp: { type: 'constraint_escalation', constraint: 'No locks' },
  dreyfusSignal: 'advancing',
  unlockedConstraints: [constraint],
};

/** Messages of the coach's mind, as those of the coach. */
export const MIND_EXAMPLES: Record<MindType, { right: object; wrong: [object, string] }> = {
  'dashboard:dreyfus': {
    right: { skillAreas: [{ name: 'Tests', stage: 'novice', score: 1 }], overallStage: 'novice' },
    wrong: [{ skillAreas: [] }, 'payload.overallStage'],
  },
  'dashboard:state': {
    right: dashboard,
    wrong: [{ ...dashboard, stats: { ...stats, hintsUsed: -1 } }, 'payload.stats.hintsUsed'],
  },
  'dashboard:issues': { right: { issues: [] }, wrong: [{ issues: [{}] }, 'payload.issues.0.number'] },
  'dashboard:issues_error': { right: { error: 'offline' }, wrong: [{}, 'payload.error'] },
  'dashboard:materials': { right: { recommendations: [] }, wrong: [{}, 'payload.recommendations'] },
  'dashboard:materials_error': { right: { error: 'offline' }, wrong: [{ error: 5 }, 'payload.error'] },
  'session:completed': {
    right: { sessionId: 's', knowledgeGaps: 1, kataSpecs: 1, dreyfusUpdates: 0, memoriesStored: 2 },
    wrong: [{ sessionId: 's', knowledgeGaps: 1, kataSpecs: 1, dreyfusUpdates: 0 }, 'payload.memoriesStored'],
  },
  'coaching:plan_ready': {
    right: { planId: 'p', phases: [phase], memoryConnection: null, estimatedDifficulty: 'beginner' },
    wrong: [{ planId: 'p', phases: [], memoryConnection: null }, 'payload.estimatedDifficulty'],
  },
  'observer:nudge': {
    right: {
      signal: 'wrong_file',
      confidence: 0.85,
      context: { current_file: 'a.py', expected_file: null, time_in_file: null, phase_description: null },
    },
    wrong: [{ signal: 'bored', confidence: 0.85, context: {} }, 'payload.signal'],
  },
  'observer:status': {
    right: { active: true, muted: false, lastEvaluation: null },
    wrong: [{ active: true, muted: 1 }, 'payload.muted'],
  },
  'explain:response': { right: explanation, wrong: [{ ...explanation, keyConcepts: 'loop' }, 'payload.keyConcepts'] },
  'explain:error': { right: { path: 'a.py', error: 'offline' }, wrong: [{ error: 'offline' }, 'payload.path'] },
  'review:response': { right: review, wrong: [{ ...review, level: 11 }, 'payload.level'] },
  'review:error': { right: { kataId: 'k', error: 'Kata not found' }, wrong: [{ kataId: 'k' }, 'payload.error'] },
  'practice:kata_load': { right: { kata, constraints: [] }, wrong: [{ kata }, 'payload.constraints'] },
  'practice:solution_review': {
    right: { review: 'Good', level: 3, passed: true, constraintsUnlocked: [] },
    wrong: [{ review: 'Good', level: 1.5, passed: true, constraintsUnlocked: [] }, 'payload.level'],
  },
  'mind:status': { right: status, wrong: [{ ...status, route: 'fax' }, 'payload.route'] },
};
