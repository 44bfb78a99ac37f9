import { costOfTokens, SEARCH_USD } from '../../settings/models-list.js';
import type { Question } from '../question.js';

/**
 * Bytes of UTF-8 for one token, at least: prose has four, code three, most other scripts one token for each character
 * of two or three bytes.
 */
const BYTES_PER_TOKEN = 2;
/** Tokens that the vendor adds: its own words about tools and the form of the answer. */
const ADDED_TOKENS = 1000;
/** Searches in one request that we allow. */
export const MAX_SEARCHES = 5;
/** Tokens of what one search finds, as far as the model is given it. */
const SEARCH_TOKENS = 10_000;

/** The most that one request may cost, in US dollars; `extra` is what a conversation has beside the question. */
export function mostOf(question: Question, extra = ''): number {
  const { systemPrompt, userMessage, format, tools, maxTokens, model } = question;
  const bytes = [systemPrompt, userMessage, JSON.stringify(format.schema), extra].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
  const searches = tools.length === 0 ? 0 : MAX_SEARCHES;
  const inputTokens = Math.ceil(bytes / BYTES_PER_TOKEN) + ADDED_TOKENS + searches * SEARCH_TOKENS;
  return costOfTokens(model, { inputTokens, outputTokens: maxTokens }) + searches * SEARCH_USD;
}
