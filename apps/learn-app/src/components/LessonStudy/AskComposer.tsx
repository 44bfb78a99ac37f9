import { useEffect, useRef, useState } from 'react';
import { useStudyMode } from '../../contexts/StudyModeContext';
import type { Lesson } from '../../contexts/study-state';
import { sectionText } from '../../lib/lesson/lesson-text';
import { composeQuestion } from '../../lib/lesson/question';
import { AskActions } from './AskActions';
import { type Draft, WHOLE_LESSON } from './draft';
import styles from './styles.module.css';

export interface AskComposerProps {
  lesson: Lesson;
  draft: Draft;
  onChange(draft: Draft): void;
}

/** Writes a question with what the tutor needs to know about the lesson. Sending it stays with the student. */
export function AskComposer({ lesson, draft, onChange }: AskComposerProps) {
  const { intent, request, quote } = useStudyMode();
  const [usesQuote, setUsesQuote] = useState(true);
  const field = useRef<HTMLTextAreaElement>(null);
  const step = lesson.steps.find((other) => other.id === draft.stepId);
  const selection = usesQuote ? quote : '';

  useEffect(() => {
    if (draft.added > 0 || (intent === 'ask' && request > 0)) field.current?.focus();
  }, [draft.added, intent, request]);
  // A new selection is meant to be asked about, even if an earlier one was taken out.
  useEffect(() => setUsesQuote(quote !== ''), [quote]);

  // Composed on use, so that it holds the page's text of that moment.
  function compose(): string {
    const excerpt = selection || (step ? sectionText(step.id) : '');
    return composeQuestion({
      lessonTitle: lesson.title,
      ...(step ? { sectionTitle: step.title } : {}),
      ...(excerpt ? { excerpt } : {}),
      text: draft.text,
    });
  }

  return (
    <section aria-labelledby="ask-title" className={styles.ask}>
      <div className={styles.askHead}>
        <h2 className={styles.askTitle} id="ask-title">
          Ask your tutor
        </h2>
        <label className={styles.about}>
          <span>About</span>
          <select
            className="field"
            onChange={(event) => onChange({ ...draft, stepId: event.target.value })}
            value={draft.stepId}
          >
            <option value={WHOLE_LESSON}>the whole lesson</option>
            {lesson.steps.map((option) => (
              <option key={option.id} value={option.id}>
                {option.title}
              </option>
            ))}
          </select>
        </label>
      </div>
      {selection && <Quote onRemove={() => setUsesQuote(false)} text={selection} />}
      <textarea
        aria-describedby="ask-note"
        aria-label="Your question"
        className="field"
        onChange={(event) => onChange({ ...draft, text: event.target.value })}
        placeholder="What is unclear, or what would you like to try?"
        ref={field}
        rows={3}
        value={draft.text}
      />
      <AskActions compose={compose} isEmpty={draft.text.trim() === ''} />
    </section>
  );
}

function Quote({ text, onRemove }: { text: string; onRemove(): void }) {
  return (
    <div className={styles.quote}>
      <q>{text}</q>
      <button className="button-link" onClick={onRemove} type="button">
        Leave out
      </button>
    </div>
  );
}
