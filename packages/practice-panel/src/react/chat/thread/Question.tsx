import type { MessageFacts, ThreadItem } from '@agent-factory/protocol/conversations';
import { useId, useRef, useState } from 'react';
import { CopyButton } from '../../parts/CopyButton.js';
import { ChatIcon } from '../chat-icons.js';
import { QuestionEditor } from './QuestionEditor.js';

type QuestionItem = Extract<ThreadItem, { kind: 'question' }>;

/** Something the student said, and what it was said with. */
export function Question({ item, isNear }: { readonly item: QuestionItem; readonly isNear: boolean }) {
  const headingId = useId();
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const stop = () => {
    setEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <article className="practice-chat-message" data-kind="question" aria-labelledby={headingId}>
      <h3 id={headingId} className="practice-chat-who">
        You{item.facts.fromTerminal && <span className="practice-muted"> in the terminal</span>}
      </h3>
      <Facts facts={item.facts} />
      {isEditing ? <QuestionEditor item={item} onDone={stop} /> : <QuestionText item={item} />}
      {isNear && !isEditing && (
        <div className="practice-chat-message-actions">
          <CopyButton text={item.text} what="your message" />
          <button
            ref={edit}
            type="button"
            className="practice-copy practice-chat-edit"
            onClick={() => setEditing(true)}
          >
            <ChatIcon name="pencil" />
            Edit
          </button>
        </div>
      )}
    </article>
  );
}

function QuestionText({ item }: { readonly item: QuestionItem }) {
  const text = <div className="practice-chat-plain">{item.text}</div>;
  if (!item.facts.automatic) return text;
  return (
    <details className="practice-details">
      <summary>What the site asked for you</summary>
      {text}
    </details>
  );
}

function Facts({ facts: { lesson, section, selection } }: { readonly facts: MessageFacts }) {
  if (!lesson && !section && !selection) return null;
  const place = [lesson, section].filter(Boolean).join(' › ');
  return (
    <p className="practice-chat-said-with">
      <ChatIcon name="book" />
      <span>
        {place}
        {selection && <q>{selection}</q>}
      </span>
    </p>
  );
}
