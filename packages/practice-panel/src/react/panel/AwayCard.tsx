import { useRef } from 'react';
import { LessonPlace, type WindowPlace } from '../../client/browser/own-window.js';
import { Card } from '../parts/Card.js';
import { useFocusWhenLost } from '../parts/use-lost-focus.js';

/** Stands in for an exercise that is shown in its other place. */
export function AwayCard({ place }: { readonly place: LessonPlace | WindowPlace }) {
  const back = useRef<HTMLButtonElement>(null);
  useFocusWhenLost(back);
  const isBesideLesson = place instanceof LessonPlace;
  return (
    <Card title={isBesideLesson ? 'Open in its own window' : 'Back beside its lesson'} name="away">
      <p>
        {isBesideLesson
          ? 'Close that window, or press the button, to go on here.'
          : 'You can close this window, or go on here.'}
      </p>
      <div className="practice-card-actions">
        <button
          ref={back}
          type="button"
          className="practice-action"
          data-kind="primary"
          onClick={() => place.bringBack()}
        >
          {isBesideLesson ? 'Bring it back' : 'Use this window'}
        </button>
        {isBesideLesson && place.canShowWindow() && (
          <button type="button" className="practice-action" onClick={() => place.showWindow()}>
            Show the window
          </button>
        )}
      </div>
    </Card>
  );
}
