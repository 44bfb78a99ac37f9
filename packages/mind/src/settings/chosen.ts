import {
  MIND_PARTS,
  type MindChange,
  type MindPart,
  type MindStatus,
  type ModelTier,
  modelRouteSchema,
} from '@agent-factory/protocol/mind';
import * as z from 'zod';
import { MODELS } from './models-list.js';

/** US dollars. */
const dollars = z.number().min(0).max(10_000);

const modelSchema = z.looseObject({
  id: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\w.:@/-]+$/),
  inputUsdPerMillion: dollars,
  outputUsdPerMillion: dollars,
  /** The day on which somebody has looked the prices up. */
  lookedUp: z.iso.date(),
});

/** Defaults: $1.00 for a day, and half of it for one session. */
const budgetSchema = z.looseObject({ dayUsd: dollars.default(1), sessionUsd: dollars.default(0.5) });

/** The file. What a later version has put there stays there. */
export const settingsFileSchema = z.looseObject({
  route: modelRouteSchema.default('auto'),
  parts: z.record(z.string(), z.boolean()).default({}),
  budget: budgetSchema.default(() => budgetSchema.parse({})),
  models: z.looseObject({ haiku: modelSchema.optional(), sonnet: modelSchema.optional() }).default({}),
  chromadbUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
});
export type SettingsFile = z.infer<typeof settingsFileSchema>;

/** A file in which nothing is on and nothing may be spent: what a change starts from where nobody knows what held. */
export const ALL_OFF: Readonly<Record<string, unknown>> = {
  route: 'off',
  parts: Object.fromEntries(MIND_PARTS.map((part) => [part, false])),
  budget: { dayUsd: 0, sessionUsd: 0 },
};

/** What the student has chosen, and what holds where they have chosen nothing. */
export interface Chosen {
  readonly route: MindStatus['route'];
  readonly parts: Readonly<Record<MindPart, boolean>>;
  /** US dollars. */
  readonly budget: { readonly dayUsd: number; readonly sessionUsd: number };
  readonly models: Readonly<Record<ModelTier, MindStatus['models'][ModelTier]>>;
  /** Where memories are kept, if not here. */
  readonly chromadbUrl: string | undefined;
  /** What is wrong with the file, in words that say what to do. */
  readonly problem?: string;
}

export function chosenOf(file: SettingsFile, environmentUrl: string | undefined): Chosen {
  const { route, parts, budget, models, chromadbUrl } = file;
  const enabled = MIND_PARTS.map((part) => [part, Object.hasOwn(parts, part) ? parts[part] : true] as const);
  return {
    route,
    parts: Object.fromEntries(enabled) as Record<MindPart, boolean>,
    budget: { dayUsd: budget.dayUsd, sessionUsd: budget.sessionUsd },
    models: { haiku: models.haiku ?? MODELS.haiku, sonnet: models.sonnet ?? MODELS.sonnet },
    chromadbUrl: chromadbUrl ?? (environmentUrl || undefined),
  };
}

/** The file after a change; `before` is what it held, as it was written. */
export function changed(before: Readonly<Record<string, unknown>>, { route, parts, budget }: MindChange): object {
  return {
    ...before,
    ...(route !== undefined && { route }),
    ...(parts !== undefined && { parts: { ...(before.parts as object), ...parts } }),
    ...(budget !== undefined && { budget: { ...(before.budget as object), ...budget } }),
  };
}
