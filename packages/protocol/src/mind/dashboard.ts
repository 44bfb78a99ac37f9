import * as z from 'zod';
import { kataOutlineSchema } from './katas.js';
import { MAX_RECOMMENDED_ISSUES } from './limits.js';
import { difficultySchema, periodSchema, severitySchema, stageSchema } from './values.js';

const count = z.number().int().min(0);
const at = z.iso.datetime();
/** A day of the learner's calendar, as `2026-11-27`. */
const day = z.iso.date();

/** What is known without asking anybody: from the daemon's database alone. */
export const dashboardStateSchema = z.object({
  /** One for each skill. */
  dreyfus: z.array(
    z.object({ skillArea: z.string(), stage: stageSchema, confidence: z.number().min(0).max(1), assessedAt: at }),
  ),
  stats: z.object({
    period: periodSchema,
    sessionsCompleted: count,
    totalCoachingMinutes: z.number().min(0),
    issuesWorkedOn: count,
    knowledgeGapsIdentified: count,
    knowledgeGapsAddressed: count,
    hintsUsed: count,
    /** US dollars. */
    apiCostTotal: z.number().min(0),
  }),
  inProgressSessions: z.array(
    z.object({
      id: z.string(),
      projectId: z.string(),
      issueNumber: z.number().int().nullable(),
      issueTitle: z.string().nullable(),
      startedAt: at,
    }),
  ),
  katas: z.array(kataOutlineSchema),
  /** How assessments went over time, the oldest first: a point each time that one was made. */
  progress: z.array(z.object({ skillArea: z.string(), stage: stageSchema, confidence: z.number(), at })),
  /** Days of the period on which something was done; days without are left out. */
  activity: z.array(z.object({ day, minutes: z.number().min(0), actions: count })),
  /** Days in a row with something done, up to today or yesterday; and the longest such row. */
  streak: z.object({ current: count, longest: count }),
  gaps: z.array(
    z.object({
      id: z.string(),
      topic: z.string(),
      severity: severitySchema,
      evidence: z.string(),
      frequency: count,
      addressed: z.boolean(),
      lastEncounteredAt: at,
    }),
  ),
  /** What calls of models have cost in the period, by what they were for; the dearest first. */
  costs: z.array(z.object({ callType: z.string(), calls: count, failed: count, cost: z.number().min(0) })),
  /** How phases and criteria of each skill were done. `score`: from 0, all with the solution, to 1, all without help. */
  independence: z.array(
    z.object({
      skill: z.string(),
      alone: count,
      withHints: count,
      withSolution: count,
      score: z.number().min(0).max(1),
    }),
  ),
  /** Lines of the solutions of exercises that tutors have told, or were kept from telling. */
  solutionLinesTold: count,
});
export type DashboardState = z.infer<typeof dashboardStateSchema>;

/**
 * An issue for the learner. What is null, or empty, nobody has judged: without a model, issues are shown as GitHub lists
 * them, and `summary` is how their text begins.
 */
export const recommendedIssueSchema = z.object({
  number: z.number().int().min(1),
  title: z.string(),
  /** Whether a model has judged how it suits the learner. */
  assessed: z.boolean(),
  summary: z.string(),
  suitability: z.enum(['good_fit', 'stretch', 'too_advanced']).nullable(),
  suitabilityReason: z.string(),
  estimatedDifficulty: difficultySchema.nullable(),
  relevantSkills: z.array(z.string()),
  priorityScore: z.number().min(0).max(1).nullable(),
  priorityFactors: z.object({
    /** Whether GitHub has the learner among its assignees, or somebody names them in it. */
    userTagged: z.boolean(),
    similarToRecentWork: z.boolean().nullable(),
    addressesKnowledgeGap: z.boolean().nullable(),
    teamUrgency: severitySchema.nullable(),
  }),
  learningOpportunities: z.array(z.string()),
});
export type RecommendedIssue = z.infer<typeof recommendedIssueSchema>;

/** The best first. `advice`: why nobody has judged them, and what to do so that somebody does. */
export const dashboardIssuesSchema = z.object({
  issues: z.array(recommendedIssueSchema).max(MAX_RECOMMENDED_ISSUES),
  advice: z.string().optional(),
});
export type DashboardIssues = z.infer<typeof dashboardIssuesSchema>;

export const materialSchema = z.object({
  type: z.enum(['documentation', 'article', 'video', 'tutorial']),
  title: z.string(),
  /** http or https. */
  url: z.string(),
  description: z.string(),
  relevance: z.enum(['direct', 'deep_dive', 'supplementary']),
  estimatedTime: z.string(),
});

export const dashboardMaterialsSchema = z.object({
  recommendations: z.array(
    z.object({
      knowledgeGap: z.string(),
      resources: z.array(materialSchema),
      studyOrder: z.string(),
      practiceConnection: z.string().nullable(),
    }),
  ),
});
export type DashboardMaterials = z.infer<typeof dashboardMaterialsSchema>;

/** `GET /coach/dashboard`: the state, for pages without a coaching socket. */
export const dashboardQuerySchema = z.strictObject({ period: periodSchema.default('all') });
