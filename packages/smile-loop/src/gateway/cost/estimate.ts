import { estimateTokens } from '../../agents/tokens.js';
import { NO_USAGE, type Usage } from '../vendors/reading.js';

/** Tokens of the largest window of a model on the price list: what is longer is refused by the vendor, and free. */
const MAX_INPUT_TOKENS = 1_000_000;
/** Where a request names no limit: what Claude Code asks for at most, and more than an answer nearly ever has. */
const USUAL_MAX_OUTPUT_TOKENS = 32_000;
/** Of English and code: what vendors tell as a rule of thumb. */
const CHARS_PER_TOKEN = 4;

/** What goes in with a request, rather too much than too little. */
export function estimatedInput(bytes: Buffer): Usage {
  return { ...NO_USAGE, input: Math.min(estimateTokens(bytes.toString('utf8')), MAX_INPUT_TOKENS) };
}

/** What a request may use at most. `maxOutput` is 0 where it does not say. */
export function mostOf(bytes: Buffer, maxOutput: number): Usage {
  return { ...estimatedInput(bytes), output: maxOutput || USUAL_MAX_OUTPUT_TOKENS };
}

/**
 * What an answer has used that broke off: what it told, else an estimate, as the vendor charges for what it has read
 * and written, also where nobody waited for its count. The very same object, if it told everything.
 */
export function usageOfBroken(usage: Usage, bytes: Buffer, writtenChars: number): Usage {
  const output = Math.ceil(writtenChars / CHARS_PER_TOKEN);
  if (usage.input > 0 && usage.output >= output) return usage;
  const input = usage.input > 0 ? usage : estimatedInput(bytes);
  return { ...input, output: Math.max(usage.output, output) };
}
