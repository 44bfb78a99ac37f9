import type { Usage } from '@agent-factory/protocol/conversations';
import { useId } from 'react';
import { COST_MEANING, costWords, tokenWords } from '../usage-words.js';

/** What the conversation has used so far. What a cost means shows on the pointer and on the focus. */
export function UsageTotal({ usage }: { readonly usage: Usage }) {
  const meaningId = useId();
  const [tokens, cost] = [tokenWords(usage), costWords(usage)];
  if (tokens === undefined && cost === undefined) return null;
  const meaning = [tokens, cost && COST_MEANING].filter(Boolean).join('. ');
  return (
    <span className="practice-chat-usage">
      <button type="button" className="practice-chat-usage-button" aria-describedby={meaningId}>
        <span className="practice-visually-hidden">Used so far: </span>
        {cost ?? tokens}
      </button>
      <span id={meaningId} role="tooltip" className="practice-chat-tooltip">
        {meaning}
      </span>
    </span>
  );
}
