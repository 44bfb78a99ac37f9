import type { RunFacts, Usage } from '@agent-factory/protocol/conversations';
import { asAmount, asList, asObject, asText, defined, type Json } from '../../json.js';
import type { RunOutcome } from '../events/event-writer.js';

/** How a turn of Claude Code's ended. `costBefore` is what its total was before the turn. */
export function outcomeOf(result: Json, wasInterrupted: boolean, costBefore: number): RunOutcome {
  const facts: RunFacts = { usage: usageOf(result, costBefore) };
  if (wasInterrupted) return { kind: 'cancelled', facts };
  if (result.is_error !== true && (result.subtype === undefined || result.subtype === 'success'))
    return { kind: 'done', facts };
  const said = asText(result.result) ?? asList(result.errors).map(String).join('\n');
  const message = said === '' ? `Claude Code ended the turn: ${asText(result.subtype) ?? 'error'}.` : said;
  return { kind: 'failed', message, code: claudeFailureCode(message), facts };
}

/** The code of a failure, in the words of version 2.1. */
export function claudeFailureCode(message: string): string {
  return /not logged in|please run \/login|invalid api key/i.test(message) ? 'not_signed_in' : 'agent_error';
}

/** `total_cost_usd` is that of the whole conversation, also after it was resumed. */
function usageOf(result: Json, costBefore: number): Usage {
  const total = asAmount(result.total_cost_usd);
  const costUsd = total === undefined ? undefined : Math.max(0, total - costBefore);
  return defined<Usage>({ ...claudeTokens(asObject(result.usage)), costUsd });
}

/** Tokens as the Messages API counts them: what was read from its cache is not among its input. */
export function claudeTokens(usage: Json): Usage {
  const cached = asAmount(usage.cache_read_input_tokens) ?? 0;
  const read = (asAmount(usage.input_tokens) ?? 0) + (asAmount(usage.cache_creation_input_tokens) ?? 0) + cached;
  return defined<Usage>({
    inputTokens: read,
    cachedInputTokens: cached,
    outputTokens: asAmount(usage.output_tokens),
    reasoningTokens: asAmount(asObject(usage.output_tokens_details).thinking_tokens),
  });
}
