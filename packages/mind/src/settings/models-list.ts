import type { MindStatus, ModelTier } from '@agent-factory/protocol/mind';

/** A model, and what it costs in US dollars. */
export type ModelFacts = MindStatus['models'][ModelTier];

/** The day of the prices below: that of the spec's story 7 (FR-085, FR-095). A student's settings may have newer ones. */
const LOOKED_UP = '2026-02-11';

/** Which model each tier is. */
export const MODELS: Readonly<Record<ModelTier, ModelFacts>> = {
  haiku: {
    id: 'claude-haiku-4-5-20251001',
    inputUsdPerMillion: 0.8,
    outputUsdPerMillion: 4,
    lookedUp: LOOKED_UP,
  },
  sonnet: {
    id: 'claude-sonnet-4-5-20250929',
    inputUsdPerMillion: 3,
    outputUsdPerMillion: 15,
    lookedUp: LOOKED_UP,
  },
};

/** US dollars for one search of the vendor's in the web, which is paid beside the tokens. */
export const SEARCH_USD = 0.01;

/** What a call has used. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Searches that the vendor has made for the model. */
  readonly searches: number;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, searches: 0 };

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    searches: one.searches + other.searches,
  };
}

/** US dollars for the tokens alone (spec FR-087). */
export function costOfTokens(model: ModelFacts, { inputTokens, outputTokens }: Omit<Usage, 'searches'>): number {
  return (inputTokens * model.inputUsdPerMillion + outputTokens * model.outputUsdPerMillion) / 1_000_000;
}
