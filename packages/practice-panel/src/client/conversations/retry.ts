import type { MessageFacts, SendMessageRequest, Thread } from '@agent-factory/protocol/conversations';

const GO_ON = 'Please go on.';

export interface Retry {
  readonly message: Pick<SendMessageRequest, 'text' | 'replaces'>;
  /** What the question was asked with that the agent may not know any more. */
  readonly facts: MessageFacts;
}

/**
 * The message that tries again after a run that failed or was stopped. Where the agent had begun, it goes on from
 * there, and knows what was selected; where nothing came of the question, the question is asked anew in its own place.
 */
export function retryMessage({ items }: Thread): Retry | undefined {
  const last = items.findLastIndex(({ kind }) => kind === 'question');
  const question = items[last];
  if (question?.kind !== 'question') return undefined;
  const hasBegun = items
    .slice(last + 1)
    .some((item) => item.kind === 'tool' || (item.kind === 'answer' && item.text !== ''));
  const { selection, ...facts } = question.facts;
  if (hasBegun) return { message: { text: GO_ON }, facts };
  return { message: { text: question.text, replaces: question.eventId }, facts: question.facts };
}
