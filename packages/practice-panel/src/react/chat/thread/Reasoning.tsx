import type { ThreadItem } from '@agent-factory/protocol/conversations';
import { markdownWithBadges, withoutUnfinishedMarker } from '@agent-factory/protocol/stages';
import { ChatIcon } from '../chat-icons.js';
import { drawnText } from '../drawn-text.js';
import { useMarkerStates } from '../markdown/marker-context.js';

const MS_PER_SECOND = 1000;

/** What the agent thought before it spoke, folded. */
export function Reasoning({ item }: { readonly item: Extract<ThreadItem, { kind: 'reasoning' }> }) {
  const stateOf = useMarkerStates();
  const text = item.isDone ? item.text : withoutUnfinishedMarker(item.text);
  if (item.text === '' && item.isDone) return null;
  return (
    <details className="practice-chat-reasoning">
      <summary>
        <ChatIcon name="idea" />
        {thoughtWords(item.at, item.endedAt, item.isDone)}
      </summary>
      <div className="practice-chat-plain">{markdownWithBadges(drawnText(text).drawn, stateOf)}</div>
    </details>
  );
}

function thoughtWords(from: string, to: string | undefined, isDone: boolean): string {
  if (!isDone) return 'Thinking…';
  const seconds = Math.round((Date.parse(to ?? '') - Date.parse(from)) / MS_PER_SECOND);
  return seconds >= 1 ? `Thought for ${seconds} s` : 'Thought for a moment';
}
