import { useState } from 'react';

/** A question being written. */
export interface Draft {
  text: string;
  /** Section it is about; empty for the whole lesson. */
  stepId: string;
  /** How often a button has added to it: each time, the field asks for the student's attention. */
  added: number;
}

export const WHOLE_LESSON = '';
const EMPTY_DRAFT: Draft = { text: '', stepId: WHOLE_LESSON, added: 0 };

// Kept while the page lives, so that closing the panel loses nothing that was written.
const drafts = new Map<string, Draft>();

export function useDraft(lessonPath: string): [Draft, (draft: Draft) => void] {
  // What a button added before the panel closed has had its attention.
  const [draft, setDraft] = useState<Draft>(() => ({ ...(drafts.get(lessonPath) ?? EMPTY_DRAFT), added: 0 }));
  const change = (next: Draft) => {
    drafts.set(lessonPath, next);
    setDraft(next);
  };
  return [draft, change];
}
