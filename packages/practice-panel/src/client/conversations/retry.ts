import type { SendMessageRequest, Thread } from '@agent-factory/protocol/conversations';

const GO_ON = 'Please go on.';

/**
 * The message that tries again after a run that failed or was stopped. Where the agent had begun, it goes on from
 * there; where nothing came of the question, the question is asked anew in its own place.
 */
export function retryMessage({ items }: Thread): Pick<SendMessageRequest, 'text' | 'replaces'> | undefined {
  const last = items.findLastIndex(({ kind }) => kind === 'question');
  const question = items[last];
  if (question?.kind !== 'question') return undefined;
  const hasBegun = items
    .slice(last + 1)
    .some((item) => item.kind === 'tool' || (item.kind === 'answer' && item.text !== ''));
  return hasBegun ? { text: GO_ON } : { text: question.text, replaces: question.eventId };
}
