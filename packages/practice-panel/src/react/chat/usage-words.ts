import type { Usage } from '@agent-factory/protocol/conversations';

const COUNT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
/** Below a cent, two more digits tell something; nothing tells anything below a hundredth of one. */
const CENT = 0.01;
const LEAST = 0.0001;
const MS_PER_SECOND = 1000;
const LEAST_MS = 50;

/** What a cost means. */
export const COST_MEANING = 'List price, by the agent’s reckoning.';

/** Tokens in a few words; undefined where the agent does not tell. */
export function tokenWords({ inputTokens, outputTokens }: Usage): string | undefined {
  const parts = [
    inputTokens === undefined ? undefined : `${COUNT.format(inputTokens)} in`,
    outputTokens === undefined ? undefined : `${COUNT.format(outputTokens)} out`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `${parts.join(', ')} tokens`;
}

export function costWords({ costUsd }: Usage): string | undefined {
  if (costUsd === undefined) return undefined;
  if (costUsd > 0 && costUsd < LEAST) return `under $${LEAST}`;
  return `$${costUsd.toFixed(costUsd > 0 && costUsd < CENT ? 4 : 2)}`;
}

/** Undefined where it is not known: of what was said in a terminal, only the end is. */
export function durationWords(ms: number | undefined): string | undefined {
  if (ms === undefined || ms < LEAST_MS) return undefined;
  const seconds = ms / MS_PER_SECOND;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
