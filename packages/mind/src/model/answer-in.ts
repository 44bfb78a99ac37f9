import { parseJson } from '@agent-factory/protocol';
import type * as z from 'zod';
import { ApiMaxTokensError, ApiRefusalError, unusable } from './errors.js';
import type { Question, Reply } from './question.js';

/** Characters for one token at most, by far: a text with more is not what a model has said in so many tokens. */
const CHARACTERS_PER_TOKEN = 64;

/** The answer in a reply. Throws `model_refused`, `model_answer_cut` and `model_answer_unusable`. */
export function answerIn<T>(reply: Reply, schema: z.ZodType<T>, { maxTokens }: Pick<Question, 'maxTokens'>): T {
  if (reply.ending === 'refused') throw new ApiRefusalError(reply.texts[0] ?? '');
  if (reply.ending === 'cut') throw new ApiMaxTokensError(maxTokens);
  let issues = ['It holds no text'];
  for (const text of reply.texts) {
    const outcome = read(text, schema, maxTokens);
    if (Array.isArray(outcome)) issues = outcome;
    else return outcome.value;
  }
  throw unusable(issues);
}

function read<T>(text: string, schema: z.ZodType<T>, maxTokens: number): { readonly value: T } | string[] {
  if (text.length > maxTokens * CHARACTERS_PER_TOKEN) return ['It is longer than it can be'];
  const parsed = parseJson(text);
  if (!parsed.ok) return ['It is not JSON'];
  const checked = schema.safeParse(parsed.value);
  if (checked.success) return { value: checked.data };
  return checked.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`.slice(0, 200));
}
