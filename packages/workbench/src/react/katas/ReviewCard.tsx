import type { Review } from '@agent-factory/protocol/mind';
import { useEffect } from 'react';
import type { ReviewView } from '../../client/katas/katas-state.js';
import { useSelected, useWorkbench } from '../context.js';
import { Card, Waiting } from '../mind/Card.js';
import { Failure } from '../mind/Failure.js';
import { useKeptKeyboard } from '../mind/use-kept-keyboard.js';
import { usePanelActions } from '../panel-actions.js';
import { usePassedFocus } from '../parts/pass-focus.js';
import { nextOf, resultWords, reviewWords } from './kata-words.js';

const TITLES = { asked: 'Reviewing…', answered: 'Practice review', failed: 'Not reviewed' } as const;

/** What the coach says to the solution that was handed in last. */
export function ReviewCard() {
  const review = useSelected((state) => state.katas.open?.review ?? null);
  return review && <OneReview view={review} />;
}

function OneReview({ view }: { readonly view: ReviewView }) {
  const workbench = useWorkbench();
  const { announce } = usePanelActions();
  const place = usePassedFocus<HTMLElement>(focusKata);
  const { status } = view;
  useKeptKeyboard(place, view);
  useEffect(() => announce(wordsOf(view)), [announce, view]);
  const close = { label: 'Close the review', tip: 'Close', run: () => workbench.dismissReview() };
  return (
    <Card
      label="Practice review"
      title={TITLES[status]}
      close={status === 'asked' ? undefined : close}
      {...{ status, place }}
    >
      {status === 'asked' && <Waiting>The coach reads your solution. You can go on meanwhile.</Waiting>}
      {status === 'answered' && <ReviewText review={view.review} />}
      {status === 'failed' && (
        <>
          <Failure message={view.message} part="review" />
          <p className="practice-muted">Your solution is as it was, and this does not count as an attempt.</p>
        </>
      )}
    </Card>
  );
}

/** All of it is text: a model has written it. */
function ReviewText({ review }: { readonly review: Review }) {
  const { correct, passed, feedback, unlockedConstraints } = review;
  const next = nextOf(review);
  return (
    <>
      <p className="wb-result" data-passed={passed}>
        {resultWords(review)}
        {!correct && <span className="practice-muted"> It does not do yet what was asked.</span>}
      </p>
      <p className="wb-explanation-text">{feedback}</p>
      {next && (
        <div className="wb-explanation-part">
          <h5>{next.title}</h5>
          {next.texts.map((text) => (
            <p key={text} className="wb-explanation-text">
              {text}
            </p>
          ))}
        </div>
      )}
      {unlockedConstraints.length > 0 && (
        <div className="wb-explanation-part">
          <h5>Open to you now</h5>
          <ul>
            {unlockedConstraints.map(({ title }) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** The kata stays where it is. */
function focusKata(focused: HTMLElement): void {
  focused.closest<HTMLElement>('.wb-kata')?.focus();
}

function wordsOf(view: ReviewView): string {
  if (view.status === 'asked') return 'The coach reads your solution.';
  return view.status === 'answered' ? reviewWords(view.review) : `Not reviewed. ${view.message}`;
}
