import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { mostOf } from '../../src/model/budget/estimate.js';
import { MODELS } from '../../src/settings/models-list.js';
import { answerSchema, question } from './model-desk.js';

/** What `question()` may cost at most, in US dollars. */
export function mostOfQuestion(): number {
  const { type, schema } = zodOutputFormat(answerSchema);
  return mostOf({ ...question(), model: MODELS.haiku, format: { type, schema }, maxTokens: 4096, tools: [] });
}
