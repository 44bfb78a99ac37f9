import type { RunEnd } from '@agent-factory/protocol/conversations';
import { Icon } from '../../parts/icons.js';
import { costWords, durationWords, tokenWords } from '../usage-words.js';

/** How a run ended, and quietly what it took. */
export function RunEndView({ item }: { readonly item: RunEnd }) {
  const { outcome, message, usage = {}, durationMs } = item;
  const facts = [tokenWords(usage), costWords(usage), durationWords(durationMs)].filter((fact) => fact !== undefined);
  return (
    <div className="practice-chat-run-end" data-outcome={outcome}>
      {outcome === 'failed' && (
        <p className="practice-chat-failure">
          <Icon name="cross" />
          {message ?? 'The run failed.'}
        </p>
      )}
      {outcome === 'cancelled' && <p className="practice-muted">Stopped.</p>}
      {facts.length > 0 && <p className="practice-chat-facts">{facts.join(' · ')}</p>}
    </div>
  );
}
