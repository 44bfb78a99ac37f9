import * as z from 'zod';

/** What the coach's mind can do, each by itself; a student turns on and off what they like. */
export const MIND_PARTS = [
  'pipeline',
  'wrap_up',
  'memory',
  'observer',
  'explain',
  'review',
  'issues',
  'materials',
] as const;
export const mindPartSchema = z.enum(MIND_PARTS);
export type MindPart = z.infer<typeof mindPartSchema>;

/** Two sizes of models: a small one that is asked often, and one that judges. */
export const MODEL_TIERS = ['haiku', 'sonnet'] as const;
export const modelTierSchema = z.enum(MODEL_TIERS);
export type ModelTier = z.infer<typeof modelTierSchema>;

/**
 * How models are reached: over the API with a key, through a signed-in CLI, whichever there is (`auto`, the API first),
 * or not at all.
 */
export const MIND_ROUTES_TO_MODELS = ['auto', 'api', 'cli', 'off'] as const;
export const modelRouteSchema = z.enum(MIND_ROUTES_TO_MODELS);

/** US dollars. */
const dollars = z.number().min(0).max(10_000);

/** What a student has chosen, and where each part stands. */
export const mindStatusSchema = z.object({
  /** What was chosen, and what is used now: null where there is no way to a model. */
  route: modelRouteSchema,
  reached: z.enum(['api', 'cli']).nullable(),
  /** In words: why no model is reached, and what to do about it; empty where one is. */
  advice: z.string(),
  parts: z.record(
    mindPartSchema,
    z.object({
      enabled: z.boolean(),
      /** Whether it works now. */
      works: z.boolean(),
      /** In words: what it does, or would do; and what to do so that it does. */
      explanation: z.string(),
    }),
  ),
  budget: z.object({
    /** 0: no calls at all. */
    dayUsd: dollars,
    sessionUsd: dollars,
    /** Spent since midnight of the learner's calendar, and in the session that is asked about. */
    spentTodayUsd: dollars,
    spentSessionUsd: dollars,
    /** What the observer has cost in the last hour. */
    observerLastHourUsd: dollars,
  }),
  models: z.record(
    modelTierSchema,
    z.object({ id: z.string(), inputUsdPerMillion: dollars, outputUsdPerMillion: dollars, lookedUp: z.iso.date() }),
  ),
  memory: z.object({ kept: z.enum(['here', 'chromadb']), available: z.boolean(), url: z.string().optional() }),
});
export type MindStatus = z.infer<typeof mindStatusSchema>;

const choice = z.boolean().optional();
/** A record would pass over `__proto__` as if nobody had said it. */
const partsSchema = z.strictObject({
  pipeline: choice,
  wrap_up: choice,
  memory: choice,
  observer: choice,
  explain: choice,
  review: choice,
  issues: choice,
  materials: choice,
} satisfies Record<MindPart, typeof choice>);

/** `POST /coach/settings`: what is left out stays as it is. */
export const mindChangeSchema = z.strictObject({
  route: modelRouteSchema.optional(),
  parts: partsSchema.optional(),
  budget: z.strictObject({ dayUsd: dollars.optional(), sessionUsd: dollars.optional() }).optional(),
});
export type MindChange = z.infer<typeof mindChangeSchema>;

/** `GET /coach/settings?project=<id>`: the budget of the session is that of this project. */
export const mindQuerySchema = z.strictObject({ project: z.string().max(200).optional() });
