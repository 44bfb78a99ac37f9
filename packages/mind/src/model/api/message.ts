import * as z from 'zod';
import type { Usage } from '../../settings/models-list.js';
import type { Reply } from '../question.js';

/** More than any model reads or writes at once: a figure beyond it is none. */
const tokens = z.number().int().min(0).max(10_000_000);
const more = tokens.nullish().transform((count) => count ?? 0);

export const usageSchema = z
  .object({
    input_tokens: tokens,
    output_tokens: tokens,
    cache_creation_input_tokens: more,
    cache_read_input_tokens: more,
    server_tool_use: z.object({ web_search_requests: more }).nullish(),
  })
  .transform(
    (usage): Usage => ({
      inputTokens: usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens,
      outputTokens: usage.output_tokens,
      searches: usage.server_tool_use?.web_search_requests ?? 0,
    }),
  );

/** What is read of a message. A gateway or a portal may answer anything at all. */
export const messageSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullable(),
  stop_details: z.looseObject({ explanation: z.string().nullish() }).nullish(),
  // Without it, nobody knows what the message has cost.
  usage: usageSchema.optional().catch(undefined),
});
export type ReadMessage = z.infer<typeof messageSchema>;

type Block = ReadMessage['content'][number];

export function endingOf(stopReason: string | null): Reply['ending'] {
  if (stopReason === 'refusal') return 'refused';
  return stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded' ? 'cut' : 'complete';
}

/**
 * What may be the answer. Beside tools, a model says what it is about to do first, and its answer, where it cites, comes
 * in pieces: it is what follows the last tool, or else the last piece alone.
 */
export function answersIn(content: readonly Block[]): string[] {
  const lastTool = content.findLastIndex(({ type }) => type !== 'text');
  const after = textsOf(content.slice(lastTool + 1));
  const all = textsOf(content);
  const answers = [after.join(''), all.at(-1) ?? '', all.join('')];
  return [...new Set(answers)].filter((text) => text !== '');
}

function textsOf(content: readonly Block[]): string[] {
  return content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []));
}
