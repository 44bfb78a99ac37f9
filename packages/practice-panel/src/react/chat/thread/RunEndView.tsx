import type { RunEnd } from '@agent-factory/protocol/conversations';
import { markdownWithBadges } from '@agent-factory/protocol/stages';
import { CopyButton } from '../../parts/CopyButton.js';
import { Icon } from '../../parts/icons.js';
import { useChat } from '../chat-context.js';
import { useMarkerStates } from '../markdown/marker-context.js';
import { costWords, durationWords, tokenWords } from '../usage-words.js';
import { runText } from './run-text.js';

interface RunEndViewProps {
  readonly item: RunEnd;
  /** Whether it is worth drawing in full. */
  readonly isNear: boolean;
}

/** How a run ended, quietly what it took, and its whole answer to take along. */
export function RunEndView({ item, isNear }: RunEndViewProps) {
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
      <div className="practice-chat-message-actions">
        {isNear && <CopyAnswer end={item} />}
        {facts.length > 0 && <p className="practice-chat-facts">{facts.join(' · ')}</p>}
      </div>
    </div>
  );
}

/** An answer that tools interrupt comes in several pieces, and is copied as one. */
function CopyAnswer({ end }: { readonly end: RunEnd }) {
  const { chat } = useChat();
  const stateOf = useMarkerStates();
  const read = () =>
    markdownWithBadges(runText(chat.getSnapshot().feed?.getSnapshot().thread.items ?? [], end), stateOf);
  return read() === '' ? null : <CopyButton text={read} what="the answer" />;
}
