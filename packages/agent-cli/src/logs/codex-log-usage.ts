import type { Usage } from '@agent-factory/protocol/conversations';
import { asAmount, asObject, type Json } from '../json.js';

const FIELDS: readonly (readonly [keyof Usage, string])[] = [
  ['inputTokens', 'input_tokens'],
  ['cachedInputTokens', 'cached_input_tokens'],
  ['outputTokens', 'output_tokens'],
  ['reasoningTokens', 'reasoning_output_tokens'],
];

/**
 * What a turn has used so far. Codex tells the total of the conversation again and again, also when nothing was
 * added; newer versions tell the total of the turn as well, after every answer of the model's.
 */
export class CodexLogUsage {
  /** The total of the conversation when the turn began. */
  #before: Usage | undefined;
  #total: Usage | undefined;
  #isRecorded = false;

  /** From a `token_usage_record`. */
  recorded(record: Json): Usage {
    this.#isRecorded = true;
    return usageOf(asObject(record.turn_token_usage));
  }

  /** From a `token_count`; undefined if it tells nothing new. */
  counted(info: Json): Usage | undefined {
    if (info.total_token_usage === undefined) return undefined;
    this.#total = usageOf(asObject(info.total_token_usage));
    // Where reading begins in the middle, the last answer is all that is known of this turn.
    this.#before ??= minus(this.#total, usageOf(asObject(info.last_token_usage)));
    return this.#isRecorded ? undefined : minus(this.#total, this.#before);
  }

  nextTurn(): void {
    this.#before = this.#total;
  }
}

function usageOf(tokens: Json): Usage {
  return Object.fromEntries(FIELDS.map(([name, field]) => [name, asAmount(tokens[field]) ?? 0]));
}

function minus(total: Usage, before: Usage): Usage {
  return Object.fromEntries(FIELDS.map(([name]) => [name, Math.max(0, (total[name] ?? 0) - (before[name] ?? 0))]));
}
