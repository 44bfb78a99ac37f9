import type { ThreadItem } from '@agent-factory/protocol/conversations';
import { markdownWithBadges, withoutUnfinishedMarker } from '@agent-factory/protocol/stages';
import { useId } from 'react';
import { useChat } from '../chat-context.js';
import { drawnText } from '../drawn-text.js';
import { Markdown } from '../markdown/Markdown.js';
import { useMarkerStates } from '../markdown/marker-context.js';

interface AnswerProps {
  readonly item: Extract<ThreadItem, { kind: 'answer' }>;
  readonly isNear: boolean;
  /** The agent has said or done something right before: its name is above that. */
  readonly continues: boolean;
}

/** Something the agent says. */
export function Answer({ item, isNear, continues }: AnswerProps) {
  const { agentName } = useChat();
  const headingId = useId();
  const stateOf = useMarkerStates();
  const { drawn, leftOut } = drawnText(item.isDone ? item.text : withoutUnfinishedMarker(item.text));
  if (item.text === '') return null;
  return (
    <article className="practice-chat-message" data-kind="answer" aria-labelledby={headingId}>
      <h3 id={headingId} className={continues ? 'practice-visually-hidden' : 'practice-chat-who'}>
        {agentName}
      </h3>
      {isNear ? (
        <Markdown text={drawn} />
      ) : (
        <div className="practice-chat-plain">{markdownWithBadges(drawn, stateOf)}</div>
      )}
      {leftOut > 0 && (
        <p className="practice-muted">
          This answer goes on for {leftOut.toLocaleString('en')} characters. Copy it to read all of it.
        </p>
      )}
    </article>
  );
}
