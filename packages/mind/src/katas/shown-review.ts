import type { Kata } from '@agent-factory/coach/store';
import { shortened } from '@agent-factory/protocol';
import type { ClientPayload } from '@agent-factory/protocol/coach';
import type { Review } from '@agent-factory/protocol/mind';
import type { PracticeReviewResponse } from '../prompts/practice-review.js';
import { NotesGuard } from './notes-guard.js';

/** UTF-16 units: far more than a model is asked for. */
const MAX_FEEDBACK = 20_000;
const MAX_ASIDE = 2000;

type Said = Omit<Review, 'kataId' | 'unlockedConstraints'> & {
  /** Whether the model has told what only the instructor is to know. It is not in it any more. */
  readonly hasLeaked: boolean;
};

/** What a model has said, as the learner sees it. */
export function shownReview(
  { correct, feedback, level, passed, follow_up: next, dreyfus_signal: dreyfusSignal }: PracticeReviewResponse,
  { kata, submission }: { readonly kata: Kata; readonly submission: ClientPayload<'user:review'> },
): Said {
  const guard = new NotesGuard(kata.instructorNotes, [...visibleTexts(kata), submission.userCode]);
  let hasLeaked = false;
  const shown = (text: string, length: number) => {
    const guarded = guard.guard(shortened(text, length));
    hasLeaked ||= guarded.hasLeaked;
    return guarded.text;
  };
  const aside = (name: 'constraint' | 'reason') => {
    const text = next?.[name];
    return text === undefined ? {} : { [name]: shown(text, MAX_ASIDE) };
  };
  return {
    correct,
    feedback: shown(feedback, MAX_FEEDBACK),
    level,
    // Nothing passes that does not do what was asked.
    passed: passed && correct,
    followUp: next === null ? null : { type: next.type, ...aside('constraint'), ...aside('reason') },
    dreyfusSignal,
    // Last: by now everything was looked at.
    hasLeaked,
  };
}

/** What the learner knows of a kata without its notes. */
function visibleTexts({ title, description, scaffoldingCode, constraints, userAttempts }: Kata): string[] {
  return [
    title,
    description,
    scaffoldingCode,
    ...constraints.map((one) => `${one.title}\n${one.description}`),
    ...userAttempts.map(({ code }) => code),
  ];
}
